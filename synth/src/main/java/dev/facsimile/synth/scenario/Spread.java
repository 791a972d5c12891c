package dev.facsimile.synth.scenario;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.distribution.LogNormalDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.RealDistribution;

/**
 * Distributions of whole numbers as {@linkplain Marginal marginals}: the probability of every
 * number up to 256, and of log-linear bins at most 0.8 % wide above, in units of 10<sup>-9</sup>.
 * What lies below the smallest number allowed is left out, not moved onto it.
 */
final class Spread {
  private static final double UNITS = 1e9;
  private static final double RAREST = 1e-9;
  private static final int EXACT = 256;
  private static final int PER_OCTAVE = 128;
  private static final double LARGEST = 2e9;

  private Spread() {}

  /** One number. */
  static Marginal fixed(int value) {
    return new Marginal(List.of(new Segment(value, value, 1)));
  }

  /** Every number from {@code low} to {@code high} alike. */
  static Marginal uniform(int low, int high) {
    return new Marginal(List.of(new Segment(low, high, 1)));
  }

  /** Normal, without what is below {@code least}. */
  static Marginal normal(double mean, double deviation, int least) {
    return deviation == 0
        ? fixed((int) Math.max(least, Math.rint(mean)))
        : of(new NormalDistribution(mean, deviation), least);
  }

  /** Log-normal of this mean and standard deviation of the numbers themselves. */
  static Marginal logNormal(double mean, double deviation, int least) {
    double sigmaSquared = Math.log1p(deviation * deviation / (mean * mean));
    double scale = Math.log(mean) - sigmaSquared / 2;
    return deviation == 0
        ? fixed((int) Math.max(least, Math.rint(mean)))
        : of(new LogNormalDistribution(scale, Math.sqrt(sigmaSquared)), least);
  }

  /** Exponential. */
  static Marginal exponential(double mean, int least) {
    return of(new ExponentialDistribution(mean), least);
  }

  /** Gamma of this mean and shape. */
  static Marginal gamma(double mean, double shape, int least) {
    return of(new GammaDistribution(shape, mean / shape), least);
  }

  /**
   * A mixture of two exponential distributions.
   *
   * @param first the first one's share
   */
  static Marginal hyperExponential(double first, double firstMean, double secondMean, int least) {
    DoubleUnaryOperator upTo =
        x -> 1 - first * Math.exp(-x / firstMean) - (1 - first) * Math.exp(-x / secondMean);
    double most = -Math.max(firstMean, secondMean) * Math.log(RAREST);
    return of(x -> x <= 0 ? 0 : upTo.applyAsDouble(x), least, most);
  }

  /** Numbers with weights. */
  static Marginal values(SortedMap<Integer, Double> weights) {
    double sum = weights.values().stream().mapToDouble(w -> w).sum();
    List<Segment> segments = new ArrayList<>();
    weights.forEach(
        (value, weight) ->
            segments.add(new Segment(value, value, Math.max(1, Math.round(weight / sum * UNITS)))));
    return new Marginal(segments);
  }

  /**
   * Straight lines between percentiles.
   *
   * @param percentiles by rank from 0 to 100: the number there, which does not fall; with 0 and 100
   */
  static Marginal percentiles(SortedMap<Double, Integer> percentiles) {
    List<Double> ranks = List.copyOf(percentiles.keySet());
    List<Segment> segments = new ArrayList<>();
    for (int i = 1; i < ranks.size(); i++) {
      int from = percentiles.get(ranks.get(i - 1));
      int to = percentiles.get(ranks.get(i));
      long count = Math.round((ranks.get(i) - ranks.get(i - 1)) / 100 * UNITS);
      int low = segments.isEmpty() ? from : Math.max(from, last(segments).high() + 1);
      if (from == to) {
        addAtom(segments, to, count);
      } else if (low <= to) {
        segments.add(new Segment(low, to, Math.max(1, count)));
      } else {
        addAtom(segments, to, count);
      }
    }
    return new Marginal(segments);
  }

  private static Segment last(List<Segment> segments) {
    return segments.get(segments.size() - 1);
  }

  /** Adds a number with a weight of its own, which the segment before may end with. */
  private static void addAtom(List<Segment> segments, int value, long count) {
    if (!segments.isEmpty() && last(segments).high() == value) {
      Segment before = segments.remove(segments.size() - 1);
      if (before.low() == value) {
        segments.add(new Segment(value, value, before.count() + count));
        return;
      }
      segments.add(new Segment(before.low(), value - 1, before.count()));
    }
    segments.add(new Segment(value, value, Math.max(1, count)));
  }

  private static Marginal of(RealDistribution distribution, int least) {
    double most = distribution.inverseCumulativeProbability(1 - RAREST);
    return of(distribution::cumulativeProbability, least, most);
  }

  private static Marginal of(DoubleUnaryOperator upTo, int least, double most) {
    int largest = (int) Math.min(LARGEST, Math.ceil(Math.max(most, least)));
    List<Segment> segments = new ArrayList<>();
    for (int low = least; low <= largest; ) {
      int width = low < EXACT ? 1 : Math.max(1, Integer.highestOneBit(low) / PER_OCTAVE);
      int high = (int) Math.min(largest, low + (long) width - 1);
      long count =
          Math.round((upTo.applyAsDouble(high + 0.5) - upTo.applyAsDouble(low - 0.5)) * UNITS);
      if (count > 0) {
        segments.add(new Segment(low, high, count));
      }
      low = high + 1;
    }
    return segments.isEmpty() ? fixed(least) : new Marginal(segments);
  }

  /** The mean of a marginal. */
  static double mean(Marginal marginal) {
    double sum = 0;
    for (Segment segment : marginal.segments()) {
      sum += segment.count() * (segment.low() + (double) segment.high()) / 2;
    }
    return sum / marginal.total();
  }
}
