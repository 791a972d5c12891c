package dev.facsimile.analyze.fidelity;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Sessions that may hold a large share of all requests (Misra and Gries, "Finding repeated
 * elements", 1982): every session of more than one in {@link #COUNTERS} requests is among them, and
 * is counted too low by at most that. Summaries of stretches add up (Agarwal et al., "Mergeable
 * summaries", PODS 2012).
 */
final class LargeSessions implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int COUNTERS = 31;

  private final long[] keys = new long[COUNTERS];
  private final long[] counts = new long[COUNTERS];
  private long missed;

  void add(long key) {
    add(key, 1);
  }

  private void add(long key, long count) {
    int free = -1;
    for (int i = 0; i < COUNTERS; i++) {
      if (counts[i] > 0 && keys[i] == key) {
        counts[i] += count;
        return;
      }
      free = counts[i] == 0 ? i : free;
    }
    if (free >= 0) {
      keys[free] = key;
      counts[free] = count;
      return;
    }
    long least = Math.min(count, Arrays.stream(counts).min().orElseThrow());
    for (int i = 0; i < COUNTERS; i++) {
      counts[i] -= least;
    }
    missed += least;
    if (count > least) {
      add(key, count - least);
    }
  }

  /** Takes those of another stretch in. */
  void add(LargeSessions other) {
    for (int i = 0; i < COUNTERS; i++) {
      if (other.counts[i] > 0) {
        add(other.keys[i], other.counts[i]);
      }
    }
    missed += other.missed;
  }

  /** Sessions that may have {@code count} requests or more. */
  long[] atLeast(double count) {
    long[] some = new long[COUNTERS];
    int size = 0;
    for (int i = 0; i < COUNTERS; i++) {
      if (counts[i] > 0 && counts[i] + missed >= count) {
        some[size++] = keys[i];
      }
    }
    return Arrays.copyOf(some, size);
  }
}
