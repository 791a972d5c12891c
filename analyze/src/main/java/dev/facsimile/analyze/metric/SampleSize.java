package dev.facsimile.analyze.metric;

/**
 * How many requests a percentile needs.
 *
 * <p>The least n for which a sample with at most one value over the true percentile has a
 * probability of at most 1 %: P(Binomial(n, 1 − p) ≤ 1) ≤ 0.01. It is the bound of MLPerf LoadGen's
 * early stopping (Reddi et al., "MLPerf Inference Benchmark", ISCA 2020): 64 requests for p90, 130
 * for p95, 662 for p99, 6 636 for p99.9.
 */
public final class SampleSize {
  private static final double DOUBT = 0.01;

  private SampleSize() {}

  /** The least number of requests for the {@code percent}-th percentile, below 100. */
  public static long least(double percent) {
    double p = percent / 100;
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("percentile " + percent + " is not in (0, 100)");
    }
    long n = 2;
    while (Math.pow(p, n) + n * (1 - p) * Math.pow(p, n - 1) > DOUBT) {
      n++;
    }
    return n;
  }
}
