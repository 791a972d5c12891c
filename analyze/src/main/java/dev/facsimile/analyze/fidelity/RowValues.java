package dev.facsimile.analyze.fidelity;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Values that hang on the requests of one side: none, one or several each. Holds them all. */
final class RowValues {
  private final int[] start;
  private final int[] values;

  private RowValues(int[] start, int[] values) {
    this.start = start;
    this.values = values;
  }

  /** One value for each of {@code rows} requests. */
  static RowValues each(int rows, IntUnaryOperator valueOfRow) {
    Builder builder = new Builder(rows);
    for (int row = 0; row < rows; row++) {
      builder.add(valueOfRow.applyAsInt(row));
      builder.endRow();
    }
    return builder.build();
  }

  /** A time as a value that keeps its order and, to seven digits, its size. */
  static int ofNanos(long nanos) {
    return Float.floatToIntBits(nanos);
  }

  /** The time that {@link #ofNanos} made a value of. */
  static long toNanos(int value) {
    return (long) Float.intBitsToFloat(value);
  }

  int rows() {
    return start.length - 1;
  }

  int count(int row) {
    return start[row + 1] - start[row];
  }

  /** The value at {@code index}, from 0, of a request. */
  int value(int row, int index) {
    return values[start[row] + index];
  }

  /** All values; not to be changed. */
  int[] all() {
    return values;
  }

  /** The mean of all values; 0 without any. */
  double mean() {
    return Arrays.stream(values).average().orElse(0);
  }

  /** Takes values, request by request. */
  static final class Builder {
    private final int[] start;
    private int[] values = new int[1024];
    private int size;
    private int row;

    Builder(int rows) {
      start = new int[rows + 1];
    }

    /** A value of the current request. */
    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
      }
      values[size++] = value;
    }

    /** Goes to the next request. */
    void endRow() {
      start[++row] = size;
    }

    /** Goes over {@code count} requests without a value. */
    Builder endRows(int count) {
      for (int i = 0; i < count; i++) {
        endRow();
      }
      return this;
    }

    RowValues build() {
      if (row != start.length - 1) {
        throw new IllegalStateException(row + " of " + (start.length - 1) + " requests are told");
      }
      return new RowValues(start, Arrays.copyOf(values, size));
    }
  }
}
