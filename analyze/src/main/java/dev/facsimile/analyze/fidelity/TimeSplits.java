package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.Splits.Group;
import dev.facsimile.analyze.statistic.Groupings;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Random groupings of stretches of time, for what is lost when requests are left out: gaps and
 * counts. {@link #STRETCHES} stretches of equal length, evenly spread over the time that both sides
 * have and the same on both, are split at random into two halves of the source, and as many of the
 * other side are drawn. Noise thus holds what one time of a source has and another has not.
 *
 * <p>The pool numbers the source's stretches first and then the other side's.
 *
 * @param places of the stretches
 * @param groupings of the stretches of the pool
 * @param rowsPerSide requests of the source in half of them, about
 */
record TimeSplits(TimePlaces places, Groupings groupings, int rowsPerSide) {
  static final int STRETCHES = 48;
  private static final long SECOND = 1_000_000_000L;

  /** Stretches hold the longest windows and lags that are looked at a few times. */
  private static final long SHORTEST = 30 * SECOND;

  static TimeSplits of(Comparison comparison) {
    long tick = comparison.latticeNanos().orElse(1);
    long sourceRows = comparison.everySource().rows();
    long slot = comparison.commonSpanNanos() / STRETCHES / tick * tick;
    TimePlaces places = places(comparison.commonSpanNanos(), tick, sourceRows, comparison.seed());
    SeededStreams streams = new SeededStreams(comparison.seed());
    Groupings groupings = new Groupings(2 * STRETCHES, STRETCHES, Splits.COUNT);
    for (int split = 0; split < Splits.COUNT; split++) {
      mark(groupings, split, streams.stream("fidelity stretch halves", split));
    }
    int rows = (int) ((double) sourceRows * places.lengthNanos() / Math.max(1, slot) / 2);
    return new TimeSplits(places, groupings, Math.max(1, rows));
  }

  /**
   * Where the stretches are.
   *
   * @param spanNanos the time that both sides have
   * @param tickNanos lattice of the source's clock
   * @param sourceRows requests of the source
   */
  static TimePlaces places(long spanNanos, long tickNanos, long sourceRows, long seed) {
    long slot = spanNanos / STRETCHES / tickNanos * tickNanos;
    double needed = (double) slot * 2 * Splits.MOST_ROWS / sourceRows;
    long length = Math.min(slot, Math.max(SHORTEST, (long) needed)) / tickNanos * tickNanos;
    UniformRandomProvider random = new SeededStreams(seed).stream("fidelity stretches");
    return TimePlaces.random(STRETCHES, slot, length, tickNanos, random);
  }

  long startOf(int stretch) {
    return places.starts()[stretch];
  }

  long lengthNanos() {
    return places.lengthNanos();
  }

  private static void mark(Groupings groupings, int split, UniformRandomProvider random) {
    for (int side = 0; side < 2; side++) {
      int[] order = IntStream.range(0, STRETCHES).toArray();
      for (int i = 0; i < STRETCHES / 2; i++) {
        int pick = i + random.nextInt(STRETCHES - i);
        int stretch = order[pick];
        order[pick] = order[i];
        groupings.mark(split, side * STRETCHES + stretch);
      }
    }
  }

  /** The index of the first arrival in a stretch, or after it. */
  int firstIn(long[] arrivals, int stretch) {
    int at = Arrays.binarySearch(arrivals, startOf(stretch));
    int first = at < 0 ? -at - 1 : at;
    while (first > 0 && arrivals[first - 1] == startOf(stretch)) {
      first--;
    }
    return first;
  }

  long endOf(int stretch) {
    return startOf(stretch) + lengthNanos();
  }

  /** The stretches of one group in one split. */
  int[] members(int split, Group group) {
    int from = group == Group.DRAWN ? STRETCHES : 0;
    boolean marked = group != Group.OTHER_HALF;
    return IntStream.range(from, from + STRETCHES)
        .filter(member -> groupings.marked(split, member) == marked)
        .toArray();
  }

  /** A distance between two groups of stretches. */
  @FunctionalInterface
  interface StretchDistance {
    double between(int[] first, int[] second);
  }

  /** A distance in every split. */
  Splits.Measured measure(StretchDistance distance) {
    double[] noise = new double[Splits.COUNT];
    double[] value = new double[Splits.COUNT];
    IntStream.range(0, Splits.COUNT)
        .parallel()
        .forEach(
            split -> {
              int[] half = members(split, Group.HALF);
              noise[split] = distance.between(half, members(split, Group.OTHER_HALF));
              value[split] = distance.between(half, members(split, Group.DRAWN));
            });
    return new Splits.Measured(noise, value, rowsPerSide);
  }
}
