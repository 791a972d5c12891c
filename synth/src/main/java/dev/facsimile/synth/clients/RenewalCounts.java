package dev.facsimile.synth.clients;

/**
 * Counts of a stationary renewal process of which the rate and the coefficient of variation c of
 * the gaps are known. With Cox, "Renewal Theory" (1962), the variance of the count in a window w is
 * asymptotically c²λw + (1 − c⁴) / 6 where gaps are gamma distributed, and λw in short windows.
 * Between the two it relaxes exponentially, as that of an interrupted Poisson process does exactly:
 * λw·(1 + (c² − 1)·(1 − (1 − e^(−w/τ))·τ/w)) with τ = (c² + 1) / 6λ.
 *
 * @param perSecond λ, more than 0
 * @param variation c, 0 or more
 */
record RenewalCounts(double perSecond, double variation) {

  /** The mean count in a window of so many seconds. */
  double mean(double seconds) {
    return perSecond * seconds;
  }

  /** The variance of that count. */
  double variance(double seconds) {
    double square = variation * variation;
    double ratio = seconds * 6 * perSecond / (square + 1);
    double kept = 1 - (1 - StrictMath.exp(-ratio)) / ratio;
    return mean(seconds) * (1 + (square - 1) * kept);
  }

  /** E(N (N − 1)) of the count N in a window of so many seconds. */
  double pairs(double seconds) {
    double mean = mean(seconds);
    return variance(seconds) + mean * mean - mean;
  }

  /** E((L − R)²) − E(N) of the counts L and R in the halves of a window of so many seconds. */
  double excess(double seconds) {
    return 4 * variance(seconds / 2) - variance(seconds) - mean(seconds);
  }
}
