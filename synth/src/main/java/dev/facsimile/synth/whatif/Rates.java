package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.RateShape;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** What rate shapes have in common. */
final class Rates {
  /** The fidelity axes that another session rate in time changes. */
  static final String[] AXES = {
    "envelope", "burst", "fine-timing", "drift", "cache", "prefix-shape", "impact"
  };

  private Rates() {}

  /** Counts the starts of a stretch of time, against those that are due. */
  static Gauge starts(String what, long fromNanos, long toNanos, Experiment last) {
    return starts(
        fromNanos,
        toNanos,
        count ->
            new Gauge.Reading(what, last.generation().expectedStarts(fromNanos, toNanos), count));
  }

  private static Gauge starts(long fromNanos, long toNanos, DoubleFunction<Gauge.Reading> reading) {
    return new Sums(
        (row, gap) -> {
          long at = row.request().arrivalNanos();
          boolean counts = gap.isEmpty() && at >= fromNanos && at < toNanos;
          return counts ? OptionalDouble.of(1) : OptionalDouble.empty();
        },
        sums -> List.of(reading.apply(sums.count(Optional.empty()))));
  }

  /** The factor of the rate in a stretch: starts over those that would be due without the shape. */
  static Gauge factor(String what, RateShape shape, long fromNanos, long toNanos, Experiment last) {
    RateShape own = last.course().shapes().stream().filter(shape::equals).findFirst().orElseThrow();
    Experiment without = last.with(last.course().without(own));
    double plain = without.generation().expectedStarts(fromNanos, toNanos);
    double due = last.generation().expectedStarts(fromNanos, toNanos);
    return starts(
        fromNanos,
        toNanos,
        count ->
            new Gauge.Reading(what, plain == 0 ? 0 : due / plain, plain == 0 ? 0 : count / plain));
  }

  /** A time or a length of time for people. */
  static String seconds(long nanos) {
    String text = String.format(Locale.ROOT, "%.3f", nanos / 1e9);
    return text.replaceFirst("\\.?0+$", "") + " s";
  }
}
