package dev.facsimile.analyze.metric;

import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleToLongFunction;

/**
 * A sample in a few figures, nanoseconds. Percentiles are by nearest rank.
 *
 * @param n values in the sample
 * @param meanNanos arithmetic mean; absent without values, as are all others
 * @param minNanos least
 * @param percentiles p50, p90, p95, p99, p99.9
 * @param maxNanos largest
 */
public record Summary(
    long n,
    OptionalDouble meanNanos,
    OptionalLong minNanos,
    List<Quantile> percentiles,
    OptionalLong maxNanos) {
  /** The percentiles that reports show. */
  public static final List<Double> PERCENTS = List.of(50.0, 90.0, 95.0, 99.0, 99.9);

  private static final List<Long> LEAST = PERCENTS.stream().map(SampleSize::least).toList();

  /**
   * One percentile.
   *
   * @param percent which
   * @param nanos its value
   * @param enough whether the sample is large enough for it, see {@link SampleSize}
   */
  public record Quantile(double percent, long nanos, boolean enough) {}

  public Summary {
    percentiles = List.copyOf(percentiles);
  }

  /** Of an exact sample. */
  public static Summary of(Percentiles sample) {
    return sample.isEmpty()
        ? empty()
        : new Summary(
            sample.count(),
            OptionalDouble.of(sample.mean()),
            OptionalLong.of(sample.min()),
            quantiles(sample.count(), sample::at),
            OptionalLong.of(sample.max()));
  }

  /** Of a histogram: n, mean, least and largest exact, percentiles as it keeps them. */
  public static Summary of(LogHistogram sample) {
    return sample.count() == 0
        ? empty()
        : new Summary(
            sample.count(),
            OptionalDouble.of(sample.mean()),
            OptionalLong.of(sample.min()),
            quantiles(sample.count(), sample::at),
            OptionalLong.of(sample.max()));
  }

  private static Summary empty() {
    return new Summary(
        0, OptionalDouble.empty(), OptionalLong.empty(), List.of(), OptionalLong.empty());
  }

  private static List<Quantile> quantiles(long n, DoubleToLongFunction at) {
    List<Quantile> quantiles = new ArrayList<>();
    for (int i = 0; i < PERCENTS.size(); i++) {
      double percent = PERCENTS.get(i);
      quantiles.add(new Quantile(percent, at.applyAsLong(percent), n >= LEAST.get(i)));
    }
    return quantiles;
  }

  /** One of {@link #PERCENTS}; absent without values. */
  public Optional<Quantile> at(double percent) {
    return percentiles.stream().filter(q -> q.percent() == percent).findFirst();
  }

  /** Whether some percentile has too few values behind it. */
  public boolean thin() {
    return percentiles.stream().anyMatch(q -> !q.enough());
  }
}
