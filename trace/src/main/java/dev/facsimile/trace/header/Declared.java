package dev.facsimile.trace.header;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The what-ifs of a workload in a form that a program can judge it by: what is absent was to stay
 * as in the source.
 *
 * @param rateFactor requests per second ÷ the source's
 * @param durationNanos the duration asked for, where it is not the source's
 * @param classShares the share of requests wanted of each class, together 1
 * @param axes ids of the fidelity axes that another what-if changes on purpose
 */
public record Declared(
    OptionalDouble rateFactor,
    OptionalLong durationNanos,
    Optional<SortedMap<String, Double>> classShares,
    Optional<List<String>> axes) {
  private static final double ROUNDING = 1e-6;

  /** Nothing was to change. */
  public static final Declared NOTHING =
      new Declared(
          OptionalDouble.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty());

  public Declared {
    if (rateFactor.isPresent()
        && !(rateFactor.getAsDouble() > 0 && Double.isFinite(rateFactor.getAsDouble()))) {
      throw new IllegalArgumentException(
          "rate_factor is " + rateFactor.getAsDouble() + ", expected more than 0");
    }
    if (durationNanos.isPresent() && durationNanos.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "duration_nanos is " + durationNanos.getAsLong() + ", expected 1 or more");
    }
    classShares.ifPresent(Declared::requireShares);
    classShares = classShares.map(TreeMap::new).map(Collections::unmodifiableSortedMap);
    axes = axes.map(List::copyOf);
  }

  private static void requireShares(SortedMap<String, Double> shares) {
    double sum = 0;
    for (double share : shares.values()) {
      if (!(share >= 0)) {
        throw new IllegalArgumentException("class_shares holds " + share + ", expected 0 or more");
      }
      sum += share;
    }
    if (!(Math.abs(sum - 1) <= ROUNDING)) {
      throw new IllegalArgumentException("class_shares add up to " + sum + ", expected 1");
    }
  }

  /** The same and another rate. */
  public Declared withRateFactor(double factor) {
    return new Declared(OptionalDouble.of(factor), durationNanos, classShares, axes);
  }

  /** The same and another duration. */
  public Declared withDurationNanos(long nanos) {
    return new Declared(rateFactor, OptionalLong.of(nanos), classShares, axes);
  }

  /** The same and another mix of classes. */
  public Declared withClassShares(SortedMap<String, Double> shares) {
    return new Declared(rateFactor, durationNanos, Optional.of(shares), axes);
  }

  /** The same, and these fidelity axes are meant to differ too. */
  public Declared withAxes(List<String> ids) {
    return new Declared(rateFactor, durationNanos, classShares, Optional.of(ids));
  }
}
