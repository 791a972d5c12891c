package dev.facsimile.synth.arrival;

import java.util.Arrays;

/**
 * Windows of one width side by side, each of two halves.
 *
 * @param counts of each half the arrivals
 * @param actives of each half the cells that are not silent
 */
record Halves(long[] counts, long[] actives) {

  /** Of cells. */
  static Halves of(int[] counts, int[] actives) {
    return new Halves(
        Arrays.stream(counts).asLongStream().toArray(),
        Arrays.stream(actives).asLongStream().toArray());
  }

  /** How many windows there are. */
  int windows() {
    return counts.length / 2;
  }

  /** A window's arrivals. */
  long count(int window) {
    return counts[2 * window] + counts[2 * window + 1];
  }

  /** The arrivals of a window's left half. */
  long left(int window) {
    return counts[2 * window];
  }

  /** The left half's share of a window's cells that are not silent. */
  double share(int window) {
    return share(actives[2 * window], actives[2 * window + 1]);
  }

  /** The left half's share of cells that are not silent; 1/2 where there are none. */
  static double share(long left, long right) {
    long all = left + right;
    return all == 0 ? 0.5 : (double) left / all;
  }

  /** The windows as the halves of those of twice the width. */
  Halves paired() {
    return new Halves(pairSums(counts), pairSums(actives));
  }

  private static long[] pairSums(long[] values) {
    long[] sums = new long[values.length / 2];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = values[2 * i] + values[2 * i + 1];
    }
    return sums;
  }
}
