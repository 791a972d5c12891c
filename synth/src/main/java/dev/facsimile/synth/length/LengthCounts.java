package dev.facsimile.synth.length;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts every token number exactly. Holds one entry per distinct number: at most as many as the
 * longest context has tokens.
 */
public final class LengthCounts {
  /** Numbers up to here are counted in an array. */
  private static final int DENSE = 1 << 17;

  private long[] dense = new long[1 << 10];
  private final SortedMap<Integer, Long> sparse = new TreeMap<>();
  private long total;

  /** Counts one number, 0 or more. */
  public void add(int tokens) {
    add(tokens, 1);
  }

  /** Counts one number, 0 or more, so many times. */
  public void add(int tokens, long times) {
    total += times;
    if (tokens >= DENSE) {
      sparse.merge(tokens, times, Long::sum);
      return;
    }
    if (tokens >= dense.length) {
      dense = Arrays.copyOf(dense, Math.max(tokens + 1, Math.min(DENSE, dense.length * 2)));
    }
    dense[tokens] += times;
  }

  /** Counts all numbers that {@code other} has counted. */
  public void addAll(LengthCounts other) {
    other.counts().forEach(this::add);
  }

  /** Numbers counted. */
  public long total() {
    return total;
  }

  /** The numbers that occurred with how often they did, ascending. */
  public SortedMap<Integer, Long> counts() {
    SortedMap<Integer, Long> counts = new TreeMap<>(sparse);
    for (int tokens = 0; tokens < dense.length; tokens++) {
      if (dense[tokens] > 0) {
        counts.put(tokens, dense[tokens]);
      }
    }
    return counts;
  }
}
