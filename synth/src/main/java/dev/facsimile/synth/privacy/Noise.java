package dev.facsimile.synth.privacy;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Adds the discrete Laplace distribution, P(x) ∝ e<sup>−ε·|x|/Δ</sup>, to whole numbers (Ghosh,
 * Roughgarden, Sundararajan, "Universally utility-maximizing privacy mechanisms", 2009).
 */
final class Noise {
  private final UniformRandomProvider random;

  /** From this source, which nobody but the fitter may know. */
  Noise(UniformRandomProvider random) {
    this.random = random;
  }

  /**
   * A number that one request changes by at most {@code sensitivity}, told with {@code epsilon}.
   */
  long added(long value, double epsilon, double sensitivity) {
    double rate = epsilon / sensitivity;
    return value + geometric(rate) - geometric(rate);
  }

  /** Number of failures, of probability e^−rate each, before the first success. */
  private long geometric(double rate) {
    double uniform = 1 - random.nextDouble();
    return (long) (-StrictMath.log(uniform) / rate);
  }
}
