package dev.facsimile.analyze.metric;

import dev.facsimile.trace.stats.Percentiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalLong;

/** One value per request, some absent; holds 8 bytes and a bit for each up to the last present. */
public final class LongColumn {
  private final BitSet present = new BitSet();
  private long[] values;
  private int size;

  /** An empty column. */
  public LongColumn() {
    this(1024);
  }

  /** An empty column with room for {@code expected} values; it grows beyond them. */
  public LongColumn(int expected) {
    values = new long[Math.max(16, expected)];
  }

  /** Adds the next request's value. */
  public void add(OptionalLong value) {
    if (value.isPresent()) {
      if (size >= values.length) {
        values = Arrays.copyOf(values, size + (size >> 1));
      }
      present.set(size);
      values[size] = value.getAsLong();
    }
    size++;
  }

  public int size() {
    return size;
  }

  /** Whether request {@code row} has a value. */
  public boolean has(int row) {
    return present.get(row);
  }

  /** The value of request {@code row}, which has one. */
  public long get(int row) {
    return values[row];
  }

  /** How many have a value. */
  public int count() {
    return present.cardinality();
  }

  /** All present values. */
  public long[] present() {
    return present.stream().mapToLong(row -> values[row]).toArray();
  }

  /** The present values of some requests, in their order. */
  public long[] at(int[] rows) {
    long[] found = new long[rows.length];
    int n = 0;
    for (int row : rows) {
      if (present.get(row)) {
        found[n++] = values[row];
      }
    }
    return n == found.length ? found : Arrays.copyOf(found, n);
  }

  /** All present values, sorted. */
  public Percentiles percentiles() {
    return Percentiles.of(present());
  }
}
