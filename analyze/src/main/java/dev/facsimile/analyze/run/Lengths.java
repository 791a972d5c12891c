package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.trace.stats.Percentiles;
import java.util.Optional;

/**
 * Token lengths in a few figures; percentiles by nearest rank.
 *
 * @param n requests
 * @param mean arithmetic mean
 */
record Lengths(long n, double mean, long min, long p50, long p90, long p95, long p99, long max) {

  /** Of the present values; absent without any. */
  static Optional<Lengths> of(LongColumn column) {
    Percentiles sorted = column.percentiles();
    return sorted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lengths(
                sorted.count(),
                sorted.mean(),
                sorted.min(),
                sorted.at(50),
                sorted.at(90),
                sorted.at(95),
                sorted.at(99),
                sorted.max()));
  }
}
