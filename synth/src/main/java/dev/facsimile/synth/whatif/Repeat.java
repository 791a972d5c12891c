package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.SourceClock;
import java.util.List;

/**
 * The workload goes round a stretch of the source's time, such as one day, again and again.
 *
 * @param fromNanos start of the stretch, rounded down to a root window
 * @param toNanos its end, rounded down
 */
record Repeat(long fromNanos, long toNanos) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new Repeat(fields.nanosOr(0, "from"), fields.nanos("to"));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    long root = before.model().grid().rootNanos();
    boolean fine =
        toNanos / root > fromNanos / root && toNanos <= before.model().source().durationNanos();
    return fine
        ? List.of()
        : List.of(
            "repeat goes from "
                + Rates.seconds(fromNanos)
                + " to "
                + Rates.seconds(toNanos)
                + ", expected one window of "
                + Rates.seconds(root)
                + " or more within the source's "
                + Rates.seconds(before.model().source().durationNanos()));
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    long root = before.model().grid().rootNanos();
    long from = fromNanos / root * root;
    long to = toNanos / root * root;
    return before
        .with(before.course().with(new SourceClock(from, from, to)))
        .told(
            "The workload goes round "
                + Rates.seconds(from)
                + " to "
                + Rates.seconds(to)
                + " of the source's time.",
            "envelope",
            "drift",
            "burst",
            "impact");
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return Rates.starts("sessions started", 0, last.generation().durationNanos(), last);
  }
}
