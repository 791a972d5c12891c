package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.RateShape;
import dev.facsimile.synth.course.RateShape.Point;
import java.util.List;

/**
 * The session rate goes in a straight line from one factor to another, and stays there.
 *
 * @param atNanos start of the ramp
 * @param forNanos its length
 * @param from factor before it
 * @param to factor after it
 */
record Ramp(long atNanos, long forNanos, double from, double to) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new Ramp(
        fields.nanosOr(0, "at"),
        fields.nanos("for"),
        fields.numberOr(1, "from", 0, 1000),
        fields.number("to", 0, 1000));
  }

  private RateShape shape() {
    return new RateShape(List.of(new Point(atNanos, from), new Point(atNanos + forNanos, to)));
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(before.course().with(shape()))
        .told(
            "The session rate goes from "
                + from
                + " to "
                + to
                + " times its own between "
                + Rates.seconds(atNanos)
                + " and "
                + Rates.seconds(atNanos + forNanos)
                + ".",
            Rates.AXES);
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return Rates.factor(
        "mean session rate of the ramp, times its own", shape(), atNanos, atNanos + forNanos, last);
  }
}
