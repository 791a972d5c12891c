package dev.facsimile.trace.stats;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sorts long columns of numbers a digit of 11 bits at a time, the lowest first; digits in which all
 * numbers agree cost nothing. Several times as fast as a comparing sort where numbers are small, as
 * lengths in tokens are. Holds a copy of the numbers while it sorts.
 */
public final class RadixSort {
  private static final int DIGIT_BITS = 11;
  private static final int BUCKETS = 1 << DIGIT_BITS;

  /** Fewer numbers are sorted faster by comparing them. */
  private static final int FEWEST = 2048;

  private RadixSort() {}

  /** The values in ascending order, as a new array. */
  public static long[] sorted(long[] values) {
    if (values.length >= FEWEST) {
      return byDigits(values, 0);
    }
    long[] copy = values.clone();
    Arrays.sort(copy);
    return copy;
  }

  /** The values in ascending order, as a new array of longs. */
  public static long[] sorted(int[] values) {
    long[] widened = new long[values.length];
    for (int i = 0; i < widened.length; i++) {
      widened[i] = values[i];
    }
    return sorted(widened);
  }

  /** The values ascending, each in the high half of a key with its index in the low half. */
  public static long[] sortedKeys(int[] values) {
    long[] keys = new long[values.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) values[i] << 32 | i;
    }
    if (keys.length < FEWEST) {
      Arrays.sort(keys);
      return keys;
    }
    // The low halves ascend already, and equal digits keep their order.
    return byDigits(keys, 32);
  }

  /** Sorts by the bits from {@code lowest}; equal ones keep their order. */
  private static long[] byDigits(long[] values, int lowest) {
    int[] shifts = shifts(values, lowest);
    int[][] counts = counts(values, shifts);
    long[] from = values;
    long[] spare = new long[shifts.length > 1 ? values.length : 0];
    boolean copied = false;
    for (int digit = 0; digit < shifts.length; digit++) {
      int shift = shifts[digit];
      int[] places = counts[digit];
      int next = 0;
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        int count = places[bucket];
        places[bucket] = next;
        next += count;
      }
      long[] to = copied ? spare : new long[values.length];
      for (long value : from) {
        to[places[digitOf(value, shift)]++] = value;
      }
      spare = copied ? from : spare;
      from = to;
      copied = true;
    }
    return copied ? from : values.clone();
  }

  /** Where the digits begin in which not all numbers agree. */
  private static int[] shifts(long[] values, int lowest) {
    long different = 0;
    for (long value : values) {
      different |= value ^ values[0];
    }
    long bits = different;
    return IntStream.iterate(lowest, shift -> shift < Long.SIZE, shift -> shift + DIGIT_BITS)
        .filter(shift -> (bits >>> shift & (BUCKETS - 1)) != 0)
        .toArray();
  }

  private static int[][] counts(long[] values, int[] shifts) {
    int[][] counts = new int[shifts.length][BUCKETS];
    for (int digit = 0; digit < shifts.length; digit++) {
      int[] ofDigit = counts[digit];
      int shift = shifts[digit];
      for (long value : values) {
        ofDigit[digitOf(value, shift)]++;
      }
    }
    return counts;
  }

  /** The sign is turned over, so that negative numbers come first. */
  private static int digitOf(long value, int shift) {
    return (int) ((value ^ Long.MIN_VALUE) >>> shift) & (BUCKETS - 1);
  }
}
