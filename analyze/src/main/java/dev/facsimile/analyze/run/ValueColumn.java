package dev.facsimile.analyze.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One word per request, some absent; each distinct word is held once, a row takes a byte while
 * there are at most 127 words, else four.
 */
public final class ValueColumn {
  private final Map<Optional<String>, Integer> codes = new HashMap<>();
  private final List<Optional<String>> values = new ArrayList<>();
  private byte[] small;
  private int[] large = {};
  private int size;
  private Optional<String> lastValue = Optional.empty();
  private int lastCode = -1;

  ValueColumn(int expected) {
    small = new byte[Math.max(16, expected)];
  }

  void add(Optional<String> value) {
    // Dictionary-coded words come as the same object again and again.
    if (lastCode < 0 || !same(value, lastValue)) {
      lastCode = code(value);
      lastValue = value;
    }
    if (values.size() > Byte.MAX_VALUE && large.length == 0) {
      widen();
    }
    if (large.length == 0) {
      small = size == small.length ? Arrays.copyOf(small, size + (size >> 1)) : small;
      small[size++] = (byte) lastCode;
    } else {
      large = size == large.length ? Arrays.copyOf(large, size + (size >> 1)) : large;
      large[size++] = lastCode;
    }
  }

  private static boolean same(Optional<String> a, Optional<String> b) {
    return a.isEmpty() ? b.isEmpty() : b.isPresent() && a.get() == b.get();
  }

  private int code(Optional<String> value) {
    Integer known = codes.get(value);
    if (known == null) {
      known = values.size();
      codes.put(value, known);
      values.add(value);
    }
    return known;
  }

  private void widen() {
    large = new int[small.length];
    for (int i = 0; i < size; i++) {
      large[i] = small[i];
    }
    small = new byte[0];
  }

  /** The place in {@link #values()} of a request's word. */
  int code(int row) {
    return large.length == 0 ? small[row] : large[row];
  }

  /** Whether some request has a value. */
  boolean isKnown() {
    return values.stream().anyMatch(Optional::isPresent);
  }

  /** Distinct values, absent among them, in the order of their first appearance. */
  public List<Optional<String>> values() {
    return values;
  }

  /** How many requests have each value, in the order of {@link #values()}. */
  public int[] counts() {
    int[] counts = new int[values.size()];
    for (int row = 0; row < size; row++) {
      counts[code(row)]++;
    }
    return counts;
  }
}
