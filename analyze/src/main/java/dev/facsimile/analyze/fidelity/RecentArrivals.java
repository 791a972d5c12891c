package dev.facsimile.analyze.fidelity;

import java.util.Arrays;

/**
 * Arrivals of the last stretch of time; holds 8 to 16 bytes for the most that there were at once.
 */
final class RecentArrivals {
  private final long windowNanos;
  private long[] ring = new long[64];
  private int first;
  private int size;

  /** Of so long. */
  RecentArrivals(long windowNanos) {
    this.windowNanos = windowNanos;
  }

  /** How many arrivals lie within the window before a time, none of them behind it. */
  int before(long nanos) {
    while (size > 0 && ring[first] < nanos - windowNanos) {
      first = first + 1 & ring.length - 1;
      size--;
    }
    return size;
  }

  /** The next arrival. */
  void add(long nanos) {
    if (size == ring.length) {
      long[] larger = Arrays.copyOfRange(ring, first, first + 2 * size);
      System.arraycopy(ring, 0, larger, size - first, first);
      ring = larger;
      first = 0;
    }
    ring[first + size++ & ring.length - 1] = nanos;
  }
}
