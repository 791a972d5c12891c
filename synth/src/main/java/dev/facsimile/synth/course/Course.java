package dev.facsimile.synth.course;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a workload is to be beyond its model.
 *
 * @param shapes factors of the session rate, which multiply
 * @param classFactors factors of each class's session rate, in the model's order; all 1 when empty
 * @param clock how the source's time is read; from its start to its end, and again, when absent
 * @param retries starts that are sent a second time
 * @param copies requests besides the model's own
 * @param phases labels; the last one that holds counts
 * @param contextCap most prompt tokens of a turn
 * @param turnReuse how much more of the prompt before a turn shares: 0 as the model says, 1 all of
 *     it; below 0 the part of the turns that share nothing
 * @param timeCompression how many times as fast everything happens
 * @param told what the header tells of all this
 */
public record Course(
    List<RateShape> shapes,
    List<Double> classFactors,
    Optional<SourceClock> clock,
    List<Retries> retries,
    List<Copies> copies,
    List<Phase> phases,
    OptionalInt contextCap,
    double turnReuse,
    double timeCompression,
    Told told) {

  /** As the model says. */
  public static final Course PLAIN =
      new Course(
          List.of(),
          List.of(),
          Optional.empty(),
          List.of(),
          List.of(),
          List.of(),
          OptionalInt.empty(),
          0,
          1,
          Told.NOTHING);

  public Course {
    shapes = List.copyOf(shapes);
    classFactors = List.copyOf(classFactors);
    retries = List.copyOf(retries);
    copies = List.copyOf(copies);
    phases = List.copyOf(phases);
    if (!(turnReuse >= -1 && turnReuse <= 1) || !(timeCompression > 0)) {
      throw new IllegalArgumentException(
          "a reuse of " + turnReuse + " or a compression of " + timeCompression);
    }
  }

  /** The rate's factor at {@code nanos}. */
  public double factor(long nanos) {
    double product = 1;
    for (RateShape shape : shapes) {
      product *= shape.at(nanos);
    }
    return product;
  }

  /** A bound of the factor between two times, which it reaches where there is one shape. */
  public double most(long fromNanos, long toNanos) {
    double product = 1;
    for (RateShape shape : shapes) {
      product *= shape.most(fromNanos, toNanos);
    }
    return product;
  }

  /** The session rate's factor of class {@code number}. */
  public double classFactor(int number) {
    return classFactors.isEmpty() ? 1 : classFactors.get(number);
  }

  /** The label at {@code nanos}, if there is one. */
  public Optional<String> phaseAt(long nanos) {
    for (int i = phases.size() - 1; i >= 0; i--) {
      if (phases.get(i).holds(nanos)) {
        return Optional.of(phases.get(i).name());
      }
    }
    return Optional.empty();
  }

  /** The same and one more shape. */
  public Course with(RateShape shape) {
    return new Course(
        plus(shapes, shape),
        classFactors,
        clock,
        retries,
        copies,
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same without a shape. */
  public Course without(RateShape shape) {
    List<RateShape> others = shapes.stream().filter(other -> other != shape).toList();
    return new Course(
        others,
        classFactors,
        clock,
        retries,
        copies,
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same with these factors of the classes. */
  public Course withClassFactors(List<Double> factors) {
    return new Course(
        shapes,
        factors,
        clock,
        retries,
        copies,
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same with another reading of the source's time. */
  public Course with(SourceClock other) {
    return new Course(
        shapes,
        classFactors,
        Optional.of(other),
        retries,
        copies,
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same and these retries. */
  public Course with(Retries more) {
    return new Course(
        shapes,
        classFactors,
        clock,
        plus(retries, more),
        copies,
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same and these copies. */
  public Course with(Copies more) {
    return new Course(
        shapes,
        classFactors,
        clock,
        retries,
        plus(copies, more),
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same and one more label, over those before. */
  public Course with(Phase phase) {
    return new Course(
        shapes,
        classFactors,
        clock,
        retries,
        copies,
        plus(phases, phase),
        contextCap,
        turnReuse,
        timeCompression,
        told);
  }

  /** The same with a cap of prompts. */
  public Course withContextCap(int tokens) {
    return new Course(
        shapes,
        classFactors,
        clock,
        retries,
        copies,
        phases,
        OptionalInt.of(tokens),
        turnReuse,
        timeCompression,
        told);
  }

  /** The same with another reuse by turns. */
  public Course withTurnReuse(double reuse) {
    return new Course(
        shapes,
        classFactors,
        clock,
        retries,
        copies,
        phases,
        contextCap,
        reuse,
        timeCompression,
        told);
  }

  /** The same, so many times as fast. */
  public Course withTimeCompression(double factor) {
    return new Course(
        shapes, classFactors, clock, retries, copies, phases, contextCap, turnReuse, factor, told);
  }

  /** The same with what the header tells. */
  public Course with(Told other) {
    return new Course(
        shapes,
        classFactors,
        clock,
        retries,
        copies,
        phases,
        contextCap,
        turnReuse,
        timeCompression,
        other);
  }

  private static <T> List<T> plus(List<T> list, T one) {
    List<T> longer = new ArrayList<>(list);
    longer.add(one);
    return longer;
  }
}
