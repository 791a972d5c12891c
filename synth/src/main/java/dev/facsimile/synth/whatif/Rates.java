package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.RateShape;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What rate shapes have in common. */
final class Rates {
  private Rates() {}

  /** Counts the starts of a stretch of time, against those that are due. */
  static Gauge starts(String what, long fromNanos, long toNanos, Experiment last) {
    return new Sums(
        (row, gap) -> {
          long at = row.request().arrivalNanos();
          boolean counts = gap.isEmpty() && at >= fromNanos && at < toNanos;
          return counts ? OptionalDouble.of(1) : OptionalDouble.empty();
        },
        sums ->
            List.of(
                new Gauge.Reading(
                    what,
                    last.generation().expectedStarts(fromNanos, toNanos),
                    sums.count(Optional.empty()))));
  }

  /** The factor of the rate in a stretch: starts over those that would be due without the shape. */
  static Gauge factor(String what, RateShape shape, long fromNanos, long toNanos, Experiment last) {
    Experiment without = last.with(last.course().without(shape));
    double plain = without.generation().expectedStarts(fromNanos, toNanos);
    double due = last.generation().expectedStarts(fromNanos, toNanos);
    return new Sums(
        (row, gap) -> {
          long at = row.request().arrivalNanos();
          boolean counts = gap.isEmpty() && at >= fromNanos && at < toNanos;
          return counts ? OptionalDouble.of(1) : OptionalDouble.empty();
        },
        sums ->
            List.of(
                new Gauge.Reading(
                    what,
                    plain == 0 ? 0 : due / plain,
                    plain == 0 ? 0 : sums.count(Optional.empty()) / plain)));
  }

  /** A time or a length of time for people. */
  static String seconds(long nanos) {
    String text = String.format(Locale.ROOT, "%.3f", nanos / 1e9);
    return text.replaceFirst("\\.?0+$", "") + " s";
  }
}
