package dev.facsimile.replay.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds the largest rate at which a service level is met: doubling from a low rate until one fails,
 * then halving the gap. A rate passes when the lower bound of the share that meets it is above the
 * stated one, and fails when the upper bound is below; between the two it is tried again, with
 * another seed, and what is still undecided at the end of the tries counts as failing. Bounds are
 * one-sided Wilson score bounds (Wilson, JASA 22, 1927).
 */
public final class CapacitySearch {

  /** Tries a rate. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Runs once.
     *
     * @param perSecond requests per second
     * @param repeat which try of this rate, from 0
     * @throws Ended if there can be no answer, so that the search ends with what is known
     */
    Slo.Count run(double perSecond, int repeat) throws IOException, Ended;
  }

  /** No answer can be had at a rate, through no fault of the server; the message says why. */
  public static final class Ended extends Exception {
    private static final long serialVersionUID = 1;

    public Ended(String why) {
      super(why);
    }
  }

  /** What became of a rate. */
  public enum Answer {
    PASSED,
    FAILED,
    UNDECIDED
  }

  /**
   * One rate that was tried.
   *
   * @param perSecond requests per second
   * @param count over all tries of it
   * @param tries how many
   * @param lower lower bound of the share that met the service level
   * @param upper upper bound of it
   */
  public record Tried(
      double perSecond, Slo.Count count, int tries, double lower, double upper, Answer answer) {}

  /**
   * What was found.
   *
   * @param largest the largest rate that passed; absent when the lowest one did not
   * @param smallestFailing the smallest rate above it that did not pass; absent when none failed
   * @param tried every rate in the order in which they were tried
   * @param endedBecause why the search ended early, in a sentence; absent when it did not
   */
  public record Found(
      OptionalDouble largest,
      OptionalDouble smallestFailing,
      List<Tried> tried,
      Optional<String> endedBecause) {}

  /** What is known so far. */
  private static final class Known {
    final List<Tried> tried = new ArrayList<>();
    OptionalDouble passing = OptionalDouble.empty();
    OptionalDouble failing = OptionalDouble.empty();

    Found found(Optional<String> endedBecause) {
      return new Found(passing, failing, List.copyOf(tried), endedBecause);
    }
  }

  private final Slo slo;
  private final double quantile;
  private final int mostTries;
  private final double resolution;

  /**
   * A search.
   *
   * @param confidence of each rate's verdict, over 0.5 and below 1
   * @param mostTries tries of a rate that is undecided
   * @param resolution stop once the gap is below this share of the rate
   */
  public CapacitySearch(Slo slo, double confidence, int mostTries, double resolution) {
    if (!(confidence > 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence is " + confidence + ", expected between 0.5 and 1");
    }
    this.slo = slo;
    this.quantile = normalQuantile(confidence);
    this.mostTries = mostTries;
    this.resolution = resolution;
  }

  /**
   * Searches.
   *
   * @param low the first rate
   * @param high no rate above it is tried
   */
  public Found search(double low, double high, Trial trial) throws IOException {
    Known known = new Known();
    try {
      rise(known, low, high, trial);
      narrow(known, trial);
      return known.found(Optional.empty());
    } catch (Ended e) {
      return known.found(Optional.of(e.getMessage()));
    }
  }

  private void rise(Known known, double low, double high, Trial trial) throws IOException, Ended {
    double rate = low;
    while (known.failing.isEmpty()
        && (known.passing.isEmpty() || known.passing.getAsDouble() < high)) {
      decide(rate, trial, known);
      rate = Math.min(high, 2 * rate);
    }
  }

  private void narrow(Known known, Trial trial) throws IOException, Ended {
    while (known.passing.isPresent() && known.failing.isPresent()) {
      double passing = known.passing.getAsDouble();
      double failing = known.failing.getAsDouble();
      if (failing - passing <= resolution * failing) {
        return;
      }
      decide((passing + failing) / 2, trial, known);
    }
  }

  private void decide(double rate, Trial trial, Known known) throws IOException, Ended {
    Slo.Count sum = new Slo.Count(0, 0);
    Tried verdict = judged(rate, sum, 0);
    for (int i = 0; i < mostTries && verdict.answer() == Answer.UNDECIDED; i++) {
      sum = sum.plus(trial.run(rate, i));
      verdict = judged(rate, sum, i + 1);
    }
    known.tried.add(verdict);
    if (verdict.answer() == Answer.PASSED) {
      known.passing = OptionalDouble.of(rate);
    } else {
      known.failing = OptionalDouble.of(rate);
    }
  }

  private Tried judged(double rate, Slo.Count count, int tries) {
    double[] bounds = bounds(count);
    Answer answer =
        bounds[0] >= slo.share()
            ? Answer.PASSED
            : bounds[1] < slo.share() ? Answer.FAILED : Answer.UNDECIDED;
    return new Tried(rate, count, tries, bounds[0], bounds[1], answer);
  }

  private double[] bounds(Slo.Count count) {
    if (count.offered() == 0) {
      return new double[] {0, 1};
    }
    double n = count.offered();
    double p = count.good() / n;
    double z2 = quantile * quantile;
    double centre = p + z2 / (2 * n);
    double spread = quantile * Math.sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    double scale = 1 + z2 / n;
    return new double[] {(centre - spread) / scale, (centre + spread) / scale};
  }

  /** The standard normal's quantile by bisection of its distribution function. */
  private static double normalQuantile(double share) {
    double low = 0;
    double high = 10;
    while (high - low > 1e-9) {
      double middle = (low + high) / 2;
      if (normalShare(middle) < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17: off by at most 7.5e-8. */
  private static double normalShare(double x) {
    double t = 1 / (1 + 0.2316419 * x);
    double sum =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return 1 - StrictMath.exp(-x * x / 2) / StrictMath.sqrt(2 * Math.PI) * sum;
  }
}
