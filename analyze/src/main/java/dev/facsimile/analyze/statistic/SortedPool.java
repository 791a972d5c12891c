package dev.facsimile.analyze.statistic;

import dev.facsimile.trace.stats.RadixSort;

/**
 * Kolmogorov-Smirnov distances ({@link dev.facsimile.trace.stats.KolmogorovSmirnov}) between groups
 * of values that are sorted once, to be grouped many times; holds 8 bytes a value.
 */
public final class SortedPool {
  private final long[] keys;

  /** Of these values, in any order. */
  public SortedPool(int[] values) {
    keys = RadixSort.sortedKeys(values);
  }

  /**
   * The distance between two groups, neither of them empty.
   *
   * @param groups the group of every value; values of other groups do not count
   */
  public double distance(byte[] groups, int first, int second) {
    double stepFirst = 1.0 / size(groups, first);
    double stepSecond = 1.0 / size(groups, second);
    double difference = 0;
    double largest = 0;
    for (int i = 0; i < keys.length; i++) {
      int group = groups[(int) keys[i]];
      if (group == first) {
        difference += stepFirst;
      } else if (group == second) {
        difference -= stepSecond;
      }
      boolean lastOfItsValue = i + 1 == keys.length || keys[i] >> 32 != keys[i + 1] >> 32;
      if (lastOfItsValue) {
        largest = Math.max(largest, Math.abs(difference));
      }
    }
    return largest;
  }

  private static int size(byte[] groups, int group) {
    int size = 0;
    for (byte each : groups) {
      size += each == group ? 1 : 0;
    }
    return size;
  }
}
