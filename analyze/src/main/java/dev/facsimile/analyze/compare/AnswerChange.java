package dev.facsimile.analyze.compare;

import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.ValueColumn;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;

/**
 * Whether the answers changed: a server that stops earlier looks faster. Output lengths by the
 * two-sample Kolmogorov-Smirnov test, reasons to stop by Pearson's χ² test.
 *
 * @param baseMeanTokens mean output tokens of completed requests on the first side
 * @param otherMeanTokens on the second
 * @param lengthDistance the Kolmogorov-Smirnov distance; absent where a side completed none
 * @param lengthProbability of so large a distance by chance
 * @param baseReasons completed requests by finish reason on the first side
 * @param otherReasons on the second
 * @param reasonProbability of so different reasons by chance; absent where there is one reason only
 */
public record AnswerChange(
    OptionalDouble baseMeanTokens,
    OptionalDouble otherMeanTokens,
    OptionalDouble lengthDistance,
    OptionalDouble lengthProbability,
    Map<String, Long> baseReasons,
    Map<String, Long> otherReasons,
    OptionalDouble reasonProbability) {
  /** Two tests in each comparison: one false alarm in fifty. */
  private static final double RARE = 0.01;

  /** A distance that a large sample makes certain may still be too small to matter. */
  private static final double NEGLIGIBLE = 0.01;

  static AnswerChange of(RunSet base, RunSet other) {
    long[] baseTokens = tokens(base);
    long[] otherTokens = tokens(other);
    OptionalDouble distance = OptionalDouble.empty();
    OptionalDouble probability = OptionalDouble.empty();
    if (baseTokens.length > 0 && otherTokens.length > 0) {
      double d = KolmogorovSmirnov.distance(baseTokens, otherTokens);
      double n = baseTokens.length;
      double m = otherTokens.length;
      distance = OptionalDouble.of(d);
      probability = OptionalDouble.of(probability(d * Math.sqrt(n * m / (n + m))));
    }
    Map<String, Long> baseReasons = reasons(base);
    Map<String, Long> otherReasons = reasons(other);
    return new AnswerChange(
        mean(baseTokens),
        mean(otherTokens),
        distance,
        probability,
        baseReasons,
        otherReasons,
        chiSquare(baseReasons, otherReasons));
  }

  private static double probability(double scaled) {
    // The series is of no use near 0, where the probability is 1 to all its digits.
    return scaled < 0.2
        ? 1
        : Math.max(0, 1 - new KolmogorovSmirnovTest().ksSum(scaled, 1e-12, 10_000));
  }

  private static OptionalDouble chiSquare(Map<String, Long> base, Map<String, Long> other) {
    TreeMap<String, Long> all = new TreeMap<>(base);
    other.forEach((reason, n) -> all.merge(reason, n, Long::sum));
    if (all.size() < 2 || base.isEmpty() || other.isEmpty()) {
      return OptionalDouble.empty();
    }
    long[][] table = new long[2][all.size()];
    int column = 0;
    for (String reason : all.keySet()) {
      table[0][column] = base.getOrDefault(reason, 0L);
      table[1][column++] = other.getOrDefault(reason, 0L);
    }
    return OptionalDouble.of(new ChiSquareTest().chiSquareTest(table));
  }

  /** Whether lengths or reasons differ by more than chance, and lengths by enough to matter. */
  boolean changed() {
    return lengthsChanged()
        || reasonProbability.isPresent() && reasonProbability.getAsDouble() < RARE;
  }

  boolean lengthsChanged() {
    return lengthProbability.isPresent()
        && lengthProbability.getAsDouble() < RARE
        && lengthDistance.getAsDouble() > NEGLIGIBLE;
  }

  private static long[] tokens(RunSet set) {
    LongSeries all = new LongSeries();
    for (RunAnalysis run : set.runs()) {
      for (long tokens : run.data().outputTokens().present()) {
        all.add(tokens);
      }
    }
    return all.toArray();
  }

  private static Map<String, Long> reasons(RunSet set) {
    Map<String, Long> reasons = new TreeMap<>();
    for (RunAnalysis run : set.runs()) {
      ValueColumn column = run.data().finishReasons();
      int[] counts = column.counts();
      for (int i = 0; i < counts.length; i++) {
        long n = counts[i];
        column.values().get(i).filter(r -> n > 0).ifPresent(r -> reasons.merge(r, n, Long::sum));
      }
    }
    return reasons;
  }

  private static OptionalDouble mean(long[] values) {
    return Arrays.stream(values).average();
  }
}
