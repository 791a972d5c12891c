package dev.facsimile.replay.engine;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * How arrivals scatter about their rate: gaps of mean 1, which the rate then stretches. A gamma
 * process of variation 1 is a Poisson process; the larger the variation, the burstier.
 */
public sealed interface ArrivalProcess {

  /** The next gap, of mean 1. */
  double gap(UniformRandomProvider random);

  /** Its name, in files and options. */
  String name();

  /** Evenly spaced. */
  record Constant() implements ArrivalProcess {
    @Override
    public double gap(UniformRandomProvider random) {
      return 1;
    }

    @Override
    public String name() {
      return "constant";
    }
  }

  /** Exponential gaps. */
  record Poisson() implements ArrivalProcess {
    @Override
    public double gap(UniformRandomProvider random) {
      return -StrictMath.log1p(-random.nextDouble());
    }

    @Override
    public String name() {
      return "poisson";
    }
  }

  /**
   * Gamma-distributed gaps.
   *
   * @param variation coefficient of variation of the gaps, over 0
   */
  record Gamma(double variation) implements ArrivalProcess {
    public Gamma {
      if (!(variation > 0) || Double.isInfinite(variation)) {
        throw new IllegalArgumentException("variation is " + variation + ", expected more than 0");
      }
    }

    @Override
    public double gap(UniformRandomProvider random) {
      double shape = 1 / (variation * variation);
      return sample(shape, random) / shape;
    }

    @Override
    public String name() {
      return "gamma";
    }

    /**
     * A gamma variate of scale 1: Marsaglia and Tsang, "A simple method for generating gamma
     * variables", ACM TOMS 26 (2000); below shape 1 by their boost of shape + 1.
     */
    private static double sample(double shape, UniformRandomProvider random) {
      if (shape < 1) {
        double boost = StrictMath.pow(1 - random.nextDouble(), 1 / shape);
        return sample(shape + 1, random) * boost;
      }
      double d = shape - 1.0 / 3;
      double c = 1 / StrictMath.sqrt(9 * d);
      while (true) {
        double x = normal(random);
        double v = 1 + c * x;
        if (v > 0) {
          v = v * v * v;
          double u = 1 - random.nextDouble();
          if (StrictMath.log(u) < 0.5 * x * x + d - d * v + d * StrictMath.log(v)) {
            return d * v;
          }
        }
      }
    }

    /** Marsaglia's polar method; the second variate is thrown away. */
    private static double normal(UniformRandomProvider random) {
      while (true) {
        double x = 2 * random.nextDouble() - 1;
        double y = 2 * random.nextDouble() - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1) {
          return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        }
      }
    }
  }
}
