package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.List;

/**
 * The {@link JointDistance} within each class. A copy may match the whole and still give every
 * class the lengths of another.
 */
final class ClassJointAxis implements FidelityAxis {
  @Override
  public AxisId id() {
    return AxisId.CLASS_JOINT;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    if (comparison.source().classNames().size() < 2) {
      return new AxisResult.NotJudged(id(), "the source has one class only");
    }
    List<String> notes = new ArrayList<>();
    List<Comparison.OfClass> classes = new ArrayList<>();
    for (Comparison.OfClass each : comparison.classes()) {
      if (each.comparison().tooSmall().isPresent()) {
        notes.add("class " + each.name() + ": " + each.comparison().tooSmall().get());
      } else {
        classes.add(each);
      }
    }
    if (!comparison.absentClasses().isEmpty()) {
      return new AxisResult.NotJudged(
          id(),
          "the other side has fewer than "
              + Comparison.FEWEST_IN_CLASS
              + " requests of class "
              + String.join(", ", comparison.absentClasses()));
    }
    return classes.isEmpty()
        ? new AxisResult.NotJudged(
            id(), "no class has " + Comparison.FEWEST_IN_CLASS + " requests on both sides")
        : judge(classes, notes);
  }

  private AxisResult judge(List<Comparison.OfClass> classes, List<String> notes) {
    List<JointDistance> distances =
        classes.stream().map(each -> JointDistance.of(each.comparison())).toList();
    return WorstJoint.judged(
        id(), classes.stream().map(Comparison.OfClass::name).toList(), distances, true, notes);
  }
}
