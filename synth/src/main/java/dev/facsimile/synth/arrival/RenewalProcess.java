package dev.facsimile.synth.arrival;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Renewal;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the session starts of a renewal process, one after the other. Its clock is operational
 * time, the integral of the rate (Çinlar, "Introduction to Stochastic Processes", 1975): the mean
 * gap is 1 there.
 */
public final class RenewalProcess {
  private final Quantiles gaps;
  private final UniformRandomProvider random;
  private double rest;

  /** Of this model. */
  public RenewalProcess(Renewal renewal, UniformRandomProvider random) {
    this.gaps = new Quantiles(renewal.gaps());
    this.random = random;
    // Somewhere within a gap, so that the first start is no more certain than the others.
    this.rest = gap() * random.nextDouble();
  }

  private double gap() {
    return Math.max(1, gaps.at(random.nextDouble())) / (double) Renewal.MEAN;
  }

  /** Takes starts, nanoseconds from the beginning of the workload. */
  @FunctionalInterface
  public interface Sink {
    void take(long nanos);
  }

  /**
   * Goes on to the end of the next window.
   *
   * @param startNanos its start
   * @param widthNanos its width
   * @param expected starts that are due in it
   */
  public void next(long startNanos, long widthNanos, double expected, Sink sink) {
    double at = rest;
    while (at < expected) {
      sink.take(startNanos + Math.min(widthNanos - 1, (long) (at / expected * widthNanos)));
      at += gap();
    }
    rest = at - expected;
  }
}
