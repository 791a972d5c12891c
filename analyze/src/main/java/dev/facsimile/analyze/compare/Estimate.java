package dev.facsimile.analyze.compare;

import dev.facsimile.analyze.run.Figure;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A figure of one side with its 95 % interval: of {@value #REPEATS} repeats or more, the mean with
 * Student's interval, which holds what differs from run to run; of fewer, the figure with its
 * interval within the run, which does not.
 *
 * @param value the mean over the repeats
 * @param low lower end; absent where there is no interval
 * @param high upper end
 * @param repeats how many
 */
public record Estimate(double value, OptionalDouble low, OptionalDouble high, int repeats) {
  static final int REPEATS = 3;

  /** Of the repeats' figures, at least one. */
  public static Estimate of(List<Figure> figures) {
    int n = figures.size();
    double mean = figures.stream().mapToDouble(Figure::value).average().orElseThrow();
    if (n >= REPEATS) {
      double squares =
          figures.stream().mapToDouble(f -> (f.value() - mean) * (f.value() - mean)).sum();
      double half =
          new TDistribution(null, n - 1.0).inverseCumulativeProbability(0.975)
              * Math.sqrt(squares / (n - 1) / n);
      return new Estimate(mean, OptionalDouble.of(mean - half), OptionalDouble.of(mean + half), n);
    }
    boolean known = figures.stream().allMatch(f -> f.low().isPresent() && f.high().isPresent());
    return new Estimate(
        mean,
        known
            ? figures.stream().mapToDouble(f -> f.low().getAsDouble()).average()
            : OptionalDouble.empty(),
        known
            ? figures.stream().mapToDouble(f -> f.high().getAsDouble()).average()
            : OptionalDouble.empty(),
        n);
  }

  boolean hasInterval() {
    return low.isPresent() && high.isPresent();
  }
}
