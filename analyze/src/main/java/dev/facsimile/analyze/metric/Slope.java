package dev.facsimile.analyze.metric;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * A least-squares line with the 95 % interval of its slope. The residuals may depend on their
 * neighbours: their number counts for (1 − r) ÷ (1 + r) of itself, r their correlation at distance
 * one (Santer et al., JGR 2000).
 *
 * @param intercept the line's value at 0
 * @param slope per unit of x
 * @param low lower end of the slope's interval
 * @param high upper end
 */
public record Slope(double intercept, double slope, double low, double high) {
  private static final double STRONGEST = 0.95;

  /** Through at least three points of differing x. */
  public static Slope of(double[] x, double[] y) {
    int n = x.length;
    double meanX = mean(x);
    double meanY = mean(y);
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < n; i++) {
      xx += (x[i] - meanX) * (x[i] - meanX);
      xy += (x[i] - meanX) * (y[i] - meanY);
    }
    if (n < 3 || !(xx > 0)) {
      throw new IllegalArgumentException(n + " points do not make a line with an interval");
    }
    double slope = xy / xx;
    double intercept = meanY - slope * meanX;
    double[] off = new double[n];
    double squares = 0;
    double neighbours = 0;
    for (int i = 0; i < n; i++) {
      off[i] = y[i] - intercept - slope * x[i];
      squares += off[i] * off[i];
      neighbours += i == 0 ? 0 : off[i] * off[i - 1];
    }
    double r = squares == 0 ? 0 : Math.max(0, Math.min(STRONGEST, neighbours / squares));
    double effective = Math.max(3, n * (1 - r) / (1 + r));
    double error = Math.sqrt(squares / (effective - 2) / xx);
    double half =
        new TDistribution(null, effective - 2).inverseCumulativeProbability(0.975) * error;
    return new Slope(intercept, slope, slope - half, slope + half);
  }

  /** The line's value at {@code x}. */
  public double at(double x) {
    return intercept + slope * x;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
