package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.course.Phase;
import dev.facsimile.synth.course.RateShape;
import dev.facsimile.synth.course.RateShape.Point;
import java.util.List;

/**
 * The session rate rises, stays and falls again.
 *
 * @param atNanos start of the rise
 * @param factor at the top
 * @param onsetNanos length of the rise
 * @param forNanos length of the top
 * @param decayNanos length of the fall
 */
record Spike(long atNanos, double factor, long onsetNanos, long forNanos, long decayNanos)
    implements WhatIf {

  static WhatIf read(Fields fields) {
    return new Spike(
        fields.nanos("at"),
        fields.number("factor", 0, 1000),
        fields.nanosOr(0, "onset"),
        fields.nanos("for"),
        fields.nanosOr(0, "decay"));
  }

  /** A burst has no rise and no fall. */
  static WhatIf readBurst(Fields fields) {
    return new Spike(
        fields.nanos("at"), fields.number("factor", 0, 1000), 0, fields.nanos("for"), 0);
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return atNanos < before.generation().durationNanos()
        ? List.of()
        : List.of("spike is at " + Rates.seconds(atNanos) + ", after the workload's end");
  }

  private long topNanos() {
    return atNanos + onsetNanos;
  }

  private long fallNanos() {
    return topNanos() + forNanos;
  }

  private long endNanos() {
    return fallNanos() + decayNanos;
  }

  private RateShape shape() {
    return new RateShape(
        List.of(
            new Point(0, 1),
            new Point(atNanos, 1),
            new Point(topNanos(), factor),
            new Point(fallNanos(), factor),
            new Point(endNanos(), 1)));
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    Course course = before.course();
    long end = before.generation().durationNanos();
    if (course.phases().isEmpty()) {
      course = course.with(new Phase("steady", 0, end));
    }
    if (onsetNanos > 0) {
      course = course.with(new Phase("spike", atNanos, topNanos()));
    }
    course = course.with(new Phase("peak", topNanos(), fallNanos()));
    if (end > fallNanos()) {
      course = course.with(new Phase("recovery", fallNanos(), Math.max(end, endNanos())));
    }
    return before
        .with(course.with(shape()))
        .told(
            "From "
                + Rates.seconds(atNanos)
                + " on the session rate rises within "
                + Rates.seconds(onsetNanos)
                + " to "
                + factor
                + " times its own, stays for "
                + Rates.seconds(forNanos)
                + " and falls within "
                + Rates.seconds(decayNanos)
                + ".",
            Rates.AXES);
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return Rates.factor(
        "session rate at the top of the spike, times its own",
        shape(),
        topNanos(),
        fallNanos(),
        last);
  }
}
