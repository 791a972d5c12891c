package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.SourceClock;
import java.util.List;

/**
 * The workload starts at another time of the source's.
 *
 * @param byNanos that time, rounded down to a root window
 */
record Shift(long byNanos) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new Shift(fields.nanos("by"));
  }

  private static long whole(Experiment before) {
    long root = before.model().grid().rootNanos();
    return before.model().source().durationNanos() / root * root;
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return byNanos < whole(before)
        ? List.of()
        : List.of(
            "shift is "
                + Rates.seconds(byNanos)
                + ", expected less than the "
                + Rates.seconds(whole(before))
                + " of the source in whole windows");
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    long root = before.model().grid().rootNanos();
    long start = byNanos / root * root;
    return before
        .with(before.course().with(new SourceClock(start, 0, whole(before))))
        .told(
            "The workload starts at " + Rates.seconds(start) + " of the source's time.",
            "envelope",
            "drift",
            "burst",
            "impact");
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    long quarter = Math.max(1, last.generation().durationNanos() / 4);
    return Rates.starts("sessions started in the first quarter", 0, quarter, last);
  }
}
