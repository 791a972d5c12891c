package dev.facsimile.analyze.statistic;

import dev.facsimile.trace.stats.RadixSort;

/** Ranks of a column. */
public final class Ranks {
  private Ranks() {}

  /** The rank of every value, from 1; equal values share the mean of their ranks. */
  public static double[] of(int[] values) {
    long[] keys = RadixSort.sortedKeys(values);
    double[] ranks = new double[values.length];
    for (int from = 0, to; from < keys.length; from = to) {
      int value = (int) (keys[from] >> 32);
      to = from + 1;
      while (to < keys.length && (int) (keys[to] >> 32) == value) {
        to++;
      }
      double rank = (from + 1 + to) / 2.0;
      for (int i = from; i < to; i++) {
        ranks[(int) keys[i]] = rank;
      }
    }
    return ranks;
  }
}
