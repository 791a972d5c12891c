package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.Phase;
import dev.facsimile.synth.course.Retries;
import java.util.List;
import java.util.OptionalLong;

/**
 * The server turns some session starts away for a while; their clients send the same prompt again.
 *
 * @param atNanos start of the stretch
 * @param forNanos its length
 * @param share of the starts that are turned away
 * @param backoffNanos mean time until they are sent again
 */
record Throttle(long atNanos, long forNanos, double share, long backoffNanos) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new Throttle(
        fields.nanos("at"),
        fields.nanos("for"),
        fields.number("share", 0, 1),
        fields.nanosOr(2_000_000_000L, "backoff"));
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    long end = atNanos + forNanos;
    return before
        .with(
            before
                .course()
                .with(new Phase("throttled", atNanos, end))
                .with(new Retries(atNanos, end, share, backoffNanos, false, OptionalLong.empty())))
        .told(
            "Of the sessions that start from "
                + Rates.seconds(atNanos)
                + " to "
                + Rates.seconds(end)
                + " a share of "
                + share
                + " is started again with the same prompt, "
                + Rates.seconds(backoffNanos)
                + " later on average.",
            "envelope",
            "burst",
            "fine-timing",
            "drift",
            "joint",
            "sessions",
            "cache",
            "prefix-shape",
            "impact");
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    // Almost all that are sent again come within three times the mean delay (95 %).
    long until = atNanos + forNanos + 3 * backoffNanos;
    double due = last.generation().expectedStarts(atNanos, until);
    double again = share * last.generation().expectedStarts(atNanos, atNanos + forNanos);
    Gauge counted = Rates.starts("session starts while throttled and after", atNanos, until, last);
    return new Gauge() {
      @Override
      public void take(dev.facsimile.trace.WorkloadRow row, OptionalLong gapNanos) {
        counted.take(row, gapNanos);
      }

      @Override
      public List<Reading> readings() {
        Reading found = counted.readings().get(0);
        return List.of(new Reading(found.what(), due + again, found.realised()));
      }
    };
  }
}
