package dev.facsimile.synth.whatif;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything happens so many times as fast: arrivals, gaps between turns, think times. The same
 * users with a faster clock, which is another experiment than more users.
 *
 * @param factor over 0
 */
record TimeCompress(double factor) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new TimeCompress(fields.number("factor", 0.001, 1000));
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(before.course().withTimeCompression(factor))
        .told(
            "Time runs "
                + factor
                + " times as fast as in the source: arrivals, gaps and think times alike.",
            "envelope",
            "burst",
            "fine-timing",
            "drift",
            "sessions",
            "cache",
            "prefix-shape",
            "impact");
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    double seconds = last.generation().durationNanos() / 1e9 / factor;
    double due = last.generation().expectedStarts(0, last.generation().durationNanos()) / seconds;
    return new Sums(
        (row, gap) -> gap.isEmpty() ? OptionalDouble.of(1) : OptionalDouble.empty(),
        sums ->
            List.of(
                new Gauge.Reading(
                    "sessions started per second", due, sums.count(Optional.empty()) / seconds)));
  }
}
