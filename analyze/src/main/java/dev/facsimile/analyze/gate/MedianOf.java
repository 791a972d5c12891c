package dev.facsimile.analyze.gate;

import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * The median of repeats with the interval that its order statistics give: of five, the least and
 * the largest, which hold the median of all such runs with a probability of 94 %.
 *
 * @param value the median
 * @param low lower end
 * @param high upper end
 */
record MedianOf(double value, double low, double high) {
  /** Five repeats reach 0.9375, which is taken for enough; more repeats reach 0.95. */
  private static final double COVERAGE = 0.93;

  static MedianOf of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    BinomialDistribution half = new BinomialDistribution(null, n, 0.5);
    int rank = 1;
    while (rank + 1 <= n / 2 && 1 - 2 * half.cumulativeProbability(rank) >= COVERAGE) {
      rank++;
    }
    return new MedianOf(median, sorted[rank - 1], sorted[n - rank]);
  }

  /** The probability with which such an interval holds the median. */
  static double coverage(int n) {
    BinomialDistribution half = new BinomialDistribution(null, n, 0.5);
    int rank = 1;
    while (rank + 1 <= n / 2 && 1 - 2 * half.cumulativeProbability(rank) >= COVERAGE) {
      rank++;
    }
    return 1 - 2 * half.cumulativeProbability(rank - 1);
  }
}
