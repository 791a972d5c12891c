package dev.facsimile.analyze.metric;

import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.stats.RadixSort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A sample in a few figures, nanoseconds.
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

  /** Of no values. */
  public static final Summary EMPTY =
      new Summary(0, OptionalDouble.empty(), OptionalLong.empty(), List.of(), OptionalLong.empty());

  private static final List<Long> LEAST = PERCENTS.stream().map(SampleSize::least).toList();

  /**
   * One percentile.
   *
   * @param percent which
   * @param nanos its value
   * @param enough whether the sample is large enough for it, see {@link SampleSize}
   * @param lowNanos lower end of its 95 % interval, see {@link Batches}; absent where the sample
   *     does not reach that far, or where there is no interval at all
   * @param highNanos upper end
   */
  public record Quantile(
      double percent, long nanos, boolean enough, OptionalLong lowNanos, OptionalLong highNanos) {}

  public Summary {
    percentiles = List.copyOf(percentiles);
  }

  /** Of an exact sample whose order in time is not known: without intervals. */
  public static Summary of(Percentiles sample) {
    return sample.isEmpty()
        ? EMPTY
        : new Summary(
            sample.count(),
            OptionalDouble.of(sample.mean()),
            OptionalLong.of(sample.min()),
            plain(sample.count(), sample::at),
            OptionalLong.of(sample.max()));
  }

  /** Of a histogram: n, mean, least and largest exact, percentiles as it keeps them. */
  public static Summary of(LogHistogram sample) {
    return sample.count() == 0
        ? EMPTY
        : new Summary(
            sample.count(),
            OptionalDouble.of(sample.mean()),
            OptionalLong.of(sample.min()),
            plain(sample.count(), sample::at),
            OptionalLong.of(sample.max()));
  }

  /** Of an exact sample in order of time, with intervals. */
  public static Summary inTime(long[] values, PercentileRule rule) {
    if (values.length == 0) {
      return EMPTY;
    }
    Sample ascending = Sample.of(RadixSort.sorted(values));
    int batches = Batches.count(values.length);
    int[][] hits = new int[PERCENTS.size()][batches];
    long[] limits = limits(ascending);
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      int batch = Batches.of(i, values.length);
      sum += values[i];
      for (int p = 0; p < limits.length; p++) {
        hits[p][batch] += values[i] <= limits[p] ? 1 : 0;
      }
    }
    return of(ascending, sum, hits, rule);
  }

  /** The nearest-rank percentiles of a sample in ascending order, one for each of the percents. */
  public static long[] limits(Sample ascending) {
    return PERCENTS.stream()
        .mapToLong(percent -> PercentileRule.NEAREST_RANK.of(ascending, percent))
        .toArray();
  }

  /**
   * Of a sample that was sorted and counted already.
   *
   * @param ascending the values in ascending order, at least one
   * @param sum their sum
   * @param hits for each percent, values up to its {@linkplain #limits limit} in each batch
   */
  public static Summary of(Sample ascending, double sum, int[][] hits, PercentileRule rule) {
    int n = ascending.size();
    List<Quantile> quantiles = new ArrayList<>();
    for (int i = 0; i < PERCENTS.size(); i++) {
      double percent = PERCENTS.get(i);
      int[] ranks = Batches.ranks(hits[i], n, percent);
      quantiles.add(
          new Quantile(
              percent,
              rule.of(ascending, percent),
              n >= LEAST.get(i),
              ranks[0] < 1 ? OptionalLong.empty() : OptionalLong.of(ascending.at(ranks[0] - 1)),
              ranks[1] > n ? OptionalLong.empty() : OptionalLong.of(ascending.at(ranks[1] - 1))));
    }
    return new Summary(
        n,
        OptionalDouble.of(sum / n),
        OptionalLong.of(ascending.at(0)),
        quantiles,
        OptionalLong.of(ascending.at(n - 1)));
  }

  private interface At {
    long percentile(double percent);
  }

  private static List<Quantile> plain(long n, At at) {
    List<Quantile> quantiles = new ArrayList<>();
    for (int i = 0; i < PERCENTS.size(); i++) {
      double percent = PERCENTS.get(i);
      quantiles.add(
          new Quantile(
              percent,
              at.percentile(percent),
              n >= LEAST.get(i),
              OptionalLong.empty(),
              OptionalLong.empty()));
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
