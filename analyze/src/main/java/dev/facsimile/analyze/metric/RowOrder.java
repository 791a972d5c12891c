package dev.facsimile.analyze.metric;

import dev.facsimile.trace.stats.RadixSort;

/**
 * Rows in ascending order of a value of 0 to 2^62 − 1; equal ones in ascending order of the row.
 */
public final class RowOrder {
  private static final int LOW_BITS = 31;

  private RowOrder() {}

  /** All rows of a column that has a value for each. */
  public static int[] of(LongColumn column) {
    int[] rows = new int[column.size()];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = row;
    }
    return sorted(rows, column);
  }

  /** The rows that have a value. */
  public static int[] ofPresent(LongColumn column) {
    int[] rows = new int[column.count()];
    int n = 0;
    for (int row = 0; row < column.size(); row++) {
      if (column.has(row)) {
        rows[n++] = row;
      }
    }
    return sorted(rows, column);
  }

  /** By the low half, then by the high half, which keeps the order of equals. */
  private static int[] sorted(int[] rows, LongColumn column) {
    int[] half = new int[rows.length];
    long largest = 0;
    for (int i = 0; i < half.length; i++) {
      long value = column.get(rows[i]);
      if (value < 0 || value >= 1L << 2 * LOW_BITS) {
        throw new IllegalArgumentException("value " + value + " is not in [0, 2^62)");
      }
      half[i] = (int) (value & (1L << LOW_BITS) - 1);
      largest = Math.max(largest, value);
    }
    int[] order = reordered(rows, half);
    if (largest < 1L << LOW_BITS) {
      return order;
    }
    for (int i = 0; i < half.length; i++) {
      half[i] = (int) (column.get(order[i]) >>> LOW_BITS);
    }
    return reordered(order, half);
  }

  private static int[] reordered(int[] rows, int[] keys) {
    long[] sorted = RadixSort.sortedKeys(keys);
    int[] order = new int[rows.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = rows[(int) sorted[i]];
    }
    return order;
  }
}
