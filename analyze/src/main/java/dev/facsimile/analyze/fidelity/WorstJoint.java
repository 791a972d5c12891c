package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The result of an axis that has several joint distances, of which the worst counts. */
final class WorstJoint {
  private static final String UNIT = "% of the spread";

  private WorstJoint() {}

  /**
   * The result.
   *
   * @param names what each distance is of
   * @param tellWorst whether a note names the worst, before the others
   * @param notes the others
   */
  static AxisResult judged(
      AxisId id,
      List<String> names,
      List<JointDistance> distances,
      boolean tellWorst,
      List<String> notes) {
    NoiseRatio noise =
        NoiseRatio.of(
            distances.stream().map(JointDistance::measured).toList(), NoiseRatio.Growth.SQUARED);
    List<AxisResult.Part> parts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      parts.add(
          new AxisResult.Part(
              names.get(i),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              100 * distances.get(i).effect(),
              UNIT,
              noise.parts()[i]));
    }
    AxisResult.Part worst = parts.get(noise.worst());
    List<String> all = new ArrayList<>();
    if (tellWorst) {
      all.add("worst: " + worst.what());
    }
    all.addAll(notes);
    return new AxisResult.Judged(
        id,
        worst.effect(),
        UNIT,
        noise.ratio(),
        noise.nStar(),
        noise.hiddenBelow(JointDistance.NEGLIGIBLE_BELOW),
        String.format(Locale.ROOT, "off by %.3g %% of spread", worst.effect()),
        parts,
        all);
  }
}
