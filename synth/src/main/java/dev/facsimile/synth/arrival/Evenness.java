package dev.facsimile.synth.arrival;

import org.apache.commons.math3.special.Gamma;

/**
 * Whether counts lie nearer to their due shares than independent arrivals would: a sum of squared
 * deviations of binomial numbers, which is taken as gamma distributed with the mean and the
 * variance that chance gives it (Satterthwaite, "An approximate distribution of estimates of
 * variance components", 1946).
 */
final class Evenness {
  /** How seldom chance alone may be taken for evenness. A fit looks at some sixty sums. */
  private static final double CHANCE = 1e-5;

  private double squares;
  private double due;
  private double variance;
  private int windows;

  /**
   * Takes a count of {@code n} trials of probability {@code p}.
   *
   * @param deviation of it from n·p
   */
  void add(double deviation, double n, double p) {
    double own = n * p * (1 - p);
    squares += deviation * deviation;
    due += own;
    // The fourth central moment of a binomial number less the square of its second.
    variance += 2 * own * own + own * (1 - 6 * p * (1 - p));
    windows++;
  }

  /** Takes what another has. */
  void add(Evenness other) {
    squares += other.squares;
    due += other.due;
    variance += other.variance;
    windows += other.windows;
  }

  int windows() {
    return windows;
  }

  /** The sum of squares. */
  double squares() {
    return squares;
  }

  /** What it is by chance, in the mean. */
  double due() {
    return due;
  }

  /**
   * Whether it is less than chance explains. A whole number tells of a deviation to a half on
   * either side, which is a twelfth of a square (Sheppard's correction).
   */
  boolean moreThanByChance() {
    double told = squares + windows / 12.0;
    return told < due
        && Gamma.regularizedGammaP(due * due / variance, told * due / variance) < CHANCE;
  }
}
