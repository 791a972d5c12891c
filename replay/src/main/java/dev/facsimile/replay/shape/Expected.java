package dev.facsimile.replay.shape;

import java.util.Locale;

/** How the gaps between arrivals should be distributed, their mean being 1. */
public sealed interface Expected {

  /** The share of gaps up to {@code gap}. */
  double share(double gap);

  /** Its name, for a sentence. */
  String name();

  /** Exponential gaps: a Poisson process. */
  record Poisson() implements Expected {
    @Override
    public double share(double gap) {
      return gap <= 0 ? 0 : -StrictMath.expm1(-gap);
    }

    @Override
    public String name() {
      return "Poisson";
    }
  }

  /**
   * Gamma-distributed gaps.
   *
   * @param variation their coefficient of variation
   */
  record Gamma(double variation) implements Expected {
    private static final int MOST_TERMS = 10_000;

    @Override
    public double share(double gap) {
      double shape = 1 / (variation * variation);
      return gap <= 0 ? 0 : lowerGamma(shape, gap * shape);
    }

    /**
     * The regularized lower incomplete gamma function: its series below shape + 1, else Lentz's
     * continued fraction of the upper one (Press et al., Numerical Recipes, 3rd edition, 6.2).
     */
    private static double lowerGamma(double a, double x) {
      double factor = StrictMath.exp(-x + a * StrictMath.log(x) - logGamma(a));
      if (x < a + 1) {
        double term = 1 / a;
        double sum = term;
        for (int n = 1; n < MOST_TERMS && term > sum * 1e-15; n++) {
          term *= x / (a + n);
          sum += term;
        }
        return Math.min(1, sum * factor);
      }
      double b = x + 1 - a;
      double c = 1e300;
      double d = 1 / b;
      double h = d;
      for (int i = 1; i < MOST_TERMS; i++) {
        double an = -i * (i - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        double delta = d * c;
        h *= delta;
        if (Math.abs(delta - 1) < 1e-15) {
          break;
        }
      }
      return Math.max(0, 1 - factor * h);
    }

    /** Lanczos's approximation, g = 5, n = 6 (the same, 6.1). */
    private static double logGamma(double x) {
      double[] c = {
        76.18009172947146,
        -86.50532032941677,
        24.01409824083091,
        -1.231739572450155,
        0.1208650973866179e-2,
        -0.5395239384953e-5
      };
      double t = x + 5.5 - (x + 0.5) * StrictMath.log(x + 5.5);
      double sum = 1.000000000190015;
      for (int i = 0; i < c.length; i++) {
        sum += c[i] / (x + 1 + i);
      }
      return -t + StrictMath.log(2.5066282746310005 * sum / x);
    }

    @Override
    public String name() {
      return String.format(Locale.ROOT, "gamma of variation %.2f", variation);
    }
  }
}
