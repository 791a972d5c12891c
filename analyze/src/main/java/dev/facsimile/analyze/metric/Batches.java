package dev.facsimile.analyze.metric;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * 95 % intervals of shares and percentiles of values that depend on their neighbours in time, as
 * latencies under load do.
 *
 * <p>The sample is cut in time into batches of equal size; how much a share differs between them
 * says how sure it is, whatever the dependence within a batch (batch means, Law and Kelton,
 * "Simulation Modeling and Analysis"). A percentile's interval is the percentiles at the two ends
 * of its share's interval (Woodruff, JASA 1952). Below {@value #FEWEST} values there is too little
 * to cut: the ranks are then those of independent values, exact by the binomial distribution.
 */
public final class Batches {
  /** Fewer values than this are not cut. */
  public static final int FEWEST = 200;

  private static final int MANY = 1000;
  private static final double[] T = {quantile(9), quantile(24)};
  private static final double NORMAL = 1.959963984540054;

  private Batches() {}

  /** How many batches a sample is cut into; 1 is not cut. */
  public static int count(int n) {
    return n < FEWEST ? 1 : n < MANY ? 10 : 25;
  }

  /** The batch of the value at a place in time. */
  public static int of(int place, int n) {
    return (int) ((long) place * count(n) / n);
  }

  /**
   * Half the width of the interval of a share.
   *
   * @param hits how many values of each batch count
   * @param n all values
   */
  public static double halfWidth(int[] hits, int n) {
    int batches = hits.length;
    long total = 0;
    for (int hit : hits) {
      total += hit;
    }
    double share = (double) total / n;
    double squares = 0;
    double size = (double) n / batches;
    for (int hit : hits) {
      squares += (hit / size - share) * (hit / size - share);
    }
    double error = Math.sqrt(squares / (batches - 1) / batches);
    return T[batches == 10 ? 0 : 1] * error;
  }

  /**
   * The ranks at the ends of a percentile's interval, from 1; 0 or n + 1 where the sample does not
   * reach that far.
   *
   * @param hits values at or below the percentile, for each batch in time
   */
  public static int[] ranks(int[] hits, int n, double percent) {
    double p = percent / 100;
    if (hits.length == 1) {
      BinomialDistribution at = new BinomialDistribution(null, n, p);
      return new int[] {
        at.inverseCumulativeProbability(0.025), at.inverseCumulativeProbability(0.975) + 1
      };
    }
    double half = halfWidth(hits, n);
    // Ties at the percentile can leave every batch alike, which tells nothing of the percentile.
    half = half == 0 ? NORMAL * Math.sqrt(p * (1 - p) / n) : half;
    int low = (int) Math.floor(n * (p - half));
    int high = (int) Math.ceil(n * (p + half)) + 1;
    return new int[] {Math.max(0, low), Math.min(n + 1, high)};
  }

  /**
   * The 95 % interval of a share, by Wilson's score at the sample size that independent values with
   * the batches' spread would have.
   *
   * @param hits how many values of each batch count; one batch for independent values
   */
  public static double[] share(int[] hits, int n) {
    if (n == 0) {
      return new double[] {0, 1};
    }
    long total = 0;
    for (int hit : hits) {
      total += hit;
    }
    double p = (double) total / n;
    double effective = n;
    double z = NORMAL;
    if (hits.length > 1 && p > 0 && p < 1) {
      z = T[hits.length == 10 ? 0 : 1];
      double error = halfWidth(hits, n) / z;
      effective = error == 0 ? n : Math.min(n, p * (1 - p) / (error * error));
    }
    double middle = p + z * z / (2 * effective);
    double half = z * Math.sqrt(p * (1 - p) / effective + z * z / (4 * effective * effective));
    double scale = 1 + z * z / effective;
    return new double[] {
      p == 0 ? 0 : Math.max(0, (middle - half) / scale),
      p == 1 ? 1 : Math.min(1, (middle + half) / scale)
    };
  }

  private static double quantile(int degrees) {
    return new TDistribution(null, degrees).inverseCumulativeProbability(0.975);
  }
}
