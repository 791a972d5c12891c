package dev.facsimile.trace.stats;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/** A growing array of longs; holds them all. */
public final class LongSeries implements Serializable {
  private static final long serialVersionUID = 1;

  private long[] values = new long[1024];
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  public int size() {
    return size;
  }

  /**
   * The value added as number {@code index}, from 0.
   *
   * @throws IndexOutOfBoundsException if none was
   */
  public long get(int index) {
    return values[Objects.checkIndex(index, size)];
  }

  public long[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
