package dev.facsimile.analyze.statistic;

import java.util.Arrays;

/**
 * The Kolmogorov-Smirnov distance: the largest difference between two distribution functions, 0 for
 * equal samples and 1 for samples that do not overlap. Both functions are right-continuous, so that
 * tied values move together.
 */
public final class KolmogorovSmirnov {
  private KolmogorovSmirnov() {}

  /** The distance of two samples, in any order; neither is empty. */
  public static double distance(int[] first, int[] second) {
    int[] a = sorted(first);
    int[] b = sorted(second);
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      int value = Math.min(a[i], b[j]);
      while (i < a.length && a[i] == value) {
        i++;
      }
      while (j < b.length && b[j] == value) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / a.length - (double) j / b.length));
    }
    return largest;
  }

  private static int[] sorted(int[] values) {
    int[] copy = values.clone();
    Arrays.sort(copy);
    return copy;
  }

  /** Values that are sorted once, to be grouped many times; holds 8 bytes a value. */
  public static final class Pool {
    private final long[] keys;

    /** Of these values, in any order. */
    public Pool(int[] values) {
      keys = Ranks.sortedKeys(values);
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
}
