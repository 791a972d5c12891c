package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.Groupings;
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
    int[] rows = splits.pooledRows();
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
    Groupings.Distances distances(Groupings groupings) {
      int[] memberOfValue = new int[values.all().length];
      int at = 0;
      for (int row = 0; row < values.rows(); row++) {
        Arrays.fill(memberOfValue, at, at + values.count(row), row);
        at += values.count(row);
      }
      return new SortedPool(values.all(), memberOfValue).distances(groupings);
    }
  }
}
