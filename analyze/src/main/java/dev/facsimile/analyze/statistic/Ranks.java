package dev.facsimile.analyze.statistic;

import java.util.Arrays;

/** Ranks of a column. */
public final class Ranks {
  private Ranks() {}

  /** The rank of every value, from 1; equal values share the mean of their ranks. */
  public static double[] of(int[] values) {
    long[] keys = sortedKeys(values);
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

  /** The values ascending, each in the high half of a key with its index in the low half. */
  static long[] sortedKeys(int[] values) {
    long[] keys = new long[values.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) values[i] << 32 | i;
    }
    Arrays.sort(keys);
    return keys;
  }
}
