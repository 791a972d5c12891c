package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.SortedPool;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * One thing that requests of both sides have values of. Its distance is Kolmogorov-Smirnov's, which
 * for values of 0 and 1 is the difference of two shares.
 *
 * @param name of it
 * @param source its values
 * @param other the other side's
 * @param share whether the values are 0 and 1, so that their mean says all
 */
record Quantity(String name, RowValues source, RowValues other, boolean share) {
  /** Fewer values on either side tell nothing. */
  static final int FEWEST = 100;

  /** A quantity of any values. */
  static Quantity of(String name, RowValues source, RowValues other) {
    return new Quantity(name, source, other, false);
  }

  /** A quantity of 0 and 1. */
  static Quantity share(String name, RowValues source, RowValues other) {
    return new Quantity(name, source, other, true);
  }

  /** The distance between the whole sides. */
  double effect() {
    return KolmogorovSmirnov.distance(source.all(), other.all());
  }

  /** The quantity as a part of its axis, its {@link #effect} known. */
  AxisResult.Part part(double effect, double noiseRatio) {
    return share
        ? new AxisResult.Part(
            name,
            OptionalDouble.of(100 * source.mean()),
            OptionalDouble.of(100 * other.mean()),
            100 * (other.mean() - source.mean()),
            "percentage points",
            noiseRatio)
        : new AxisResult.Part(
            name, OptionalDouble.empty(), OptionalDouble.empty(), effect, "KS", noiseRatio);
  }

  /** The same with the values of the pooled requests only, ready to be measured. */
  Pooled pooled(Splits splits) {
    int[] rows =
        splits.pooled(
            IntStream.range(0, source.rows()).toArray(),
            IntStream.range(0, other.rows()).toArray());
    RowValues.Builder values = new RowValues.Builder(rows.length);
    for (int i = 0; i < rows.length; i++) {
      RowValues side = i < splits.sourceRows() ? source : other;
      for (int j = 0; j < side.count(rows[i]); j++) {
        values.add(side.value(rows[i], j));
      }
      values.endRow();
    }
    return new Pooled(values.build(), splits.sourceRows());
  }

  /**
   * Values of a pool of requests or of stretches of time, the source's first.
   *
   * @param values of each of them
   * @param ofSource how many of the pool are the source's
   */
  record Pooled(RowValues values, int ofSource) {

    /** Whether both sides have enough values in the pool. */
    boolean enough() {
      int fromSource = IntStream.range(0, ofSource).map(values::count).sum();
      return Math.min(fromSource, values.all().length - fromSource) >= FEWEST;
    }

    /** The distance in every split. */
    Splits.Measured measured(Splits splits) {
      GroupedDistance distance = distance();
      return splits.measure(
          (split, first, second) -> distance.between(splits.groups(split), first, second));
    }

    /** The distance between two groups of the pool. */
    GroupedDistance distance() {
      SortedPool pool = new SortedPool(values.all());
      return (groups, first, second) -> pool.distance(spread(groups), first, second);
    }

    /** The group of every value. */
    private byte[] spread(byte[] groups) {
      byte[] spread = new byte[values.all().length];
      int at = 0;
      for (int row = 0; row < values.rows(); row++) {
        Arrays.fill(spread, at, at + values.count(row), groups[row]);
        at += values.count(row);
      }
      return spread;
    }
  }

  /** A distance between two groups of a pool, given the group of every member. */
  @FunctionalInterface
  interface GroupedDistance {
    double between(byte[] groups, byte first, byte second);
  }
}
