package dev.facsimile.synth.arrival;

/**
 * The envelope of a series of counts: what is left of it once the part that a Poisson process
 * around it will add again is taken away.
 *
 * <p>The series is summed in pairs, level by level. A pair's left count deviates from its due share
 * by D; a Poisson process of the same total would give E(D²) = S·p·(1 − p), with S the pair's sum
 * and p the left part's share of the time. Every deviation of a level is shrunk by g with g² = 1 −
 * ΣS·p·(1 − p) / ΣD² (0 where that is negative). Counts drawn as independent Poisson numbers around
 * the shrunk envelope then have, at every dyadic scale from the root window up, the source's
 * variance between neighbours (its Allan factor) in expectation, while no single source count is
 * reproduced.
 *
 * <p>Where neighbours of the lowest level are more alike than Poisson numbers can be, as under
 * arrivals at regular distances, counts have an index of dispersion below 1, ΣD² / ΣS·p·(1 − p),
 * and only that part of the Poisson variance is taken away.
 */
final class Envelope {
  private Envelope() {}

  /**
   * The index of dispersion of counts around their envelope: below 1 where they are more even than
   * Poisson numbers, else 1.
   *
   * @param counts per window
   * @param shares of a whole window that each lasts, over 0 to 1
   */
  static double dispersion(double[] counts, double[] shares) {
    Evenness evenness = new Evenness();
    for (int left = 0; left + 1 < counts.length; left += 2) {
      double sum = counts[left] + counts[left + 1];
      double p = shares[left] / (shares[left] + shares[left + 1]);
      evenness.add(counts[left] - sum * p, sum, p);
    }
    return evenness.moreThanByChance() ? evenness.squares() / evenness.due() : 1;
  }

  /**
   * Expected counts, which sum to the counts' sum.
   *
   * @param counts per window
   * @param shares of a whole window that each lasts, over 0 to 1
   * @param dispersion index of dispersion of the counts that will be drawn, 0 to 1
   */
  static double[] of(double[] counts, double[] shares, double dispersion) {
    int pairs = counts.length / 2;
    if (pairs == 0) {
      return counts.clone();
    }
    int upperSize = counts.length - pairs;
    double[] sums = new double[upperSize];
    double[] upperShares = new double[upperSize];
    double squares = 0;
    double poisson = 0;
    for (int i = 0; i < upperSize; i++) {
      int left = 2 * i;
      boolean pair = left + 1 < counts.length;
      sums[i] = counts[left] + (pair ? counts[left + 1] : 0);
      upperShares[i] = shares[left] + (pair ? shares[left + 1] : 0);
      if (pair) {
        double p = shares[left] / upperShares[i];
        double deviation = counts[left] - sums[i] * p;
        squares += deviation * deviation;
        poisson += dispersion * sums[i] * p * (1 - p);
      }
    }
    double shrink = squares > poisson ? Math.sqrt(1 - poisson / squares) : 0;
    return split(counts, shares, of(sums, upperShares, dispersion), upperShares, sums, shrink);
  }

  /** Splits the upper level's envelope as the counts split, deviations shrunk. */
  private static double[] split(
      double[] counts,
      double[] shares,
      double[] upper,
      double[] upperShares,
      double[] sums,
      double shrink) {
    double[] envelope = new double[counts.length];
    for (int i = 0; i < upper.length; i++) {
      int left = 2 * i;
      if (left + 1 == counts.length) {
        envelope[left] = upper[i];
        continue;
      }
      double due = shares[left] / upperShares[i];
      double seen = sums[i] > 0 ? counts[left] / sums[i] : due;
      envelope[left] = upper[i] * (due + shrink * (seen - due));
      envelope[left + 1] = upper[i] - envelope[left];
    }
    return envelope;
  }
}
