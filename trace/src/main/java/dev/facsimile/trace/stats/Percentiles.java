package dev.facsimile.trace.stats;

import java.util.NoSuchElementException;

/**
 * Exact percentiles of a sample by nearest rank: the p-th percentile of n sorted values is the
 * value of rank ⌈p/100 · n⌉, so that it is always a value that occurred. Holds every value.
 */
public final class Percentiles {
  private final long[] sorted;

  private Percentiles(long[] sorted) {
    this.sorted = sorted;
  }

  /** Of these values, in any order; the array is copied. */
  public static Percentiles of(long... values) {
    return new Percentiles(RadixSort.sorted(values));
  }

  public int count() {
    return sorted.length;
  }

  public boolean isEmpty() {
    return sorted.length == 0;
  }

  /**
   * The {@code percent}-th percentile.
   *
   * @param percent over 0 and at most 100
   * @throws NoSuchElementException if there is no value
   */
  public long at(double percent) {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException("percentile " + percent + " is not in (0, 100]");
    }
    requireSome();
    // 99.9 % of 1000 is 999 exactly, but 998.9999… or 999.0000…1 in binary: snap before the
    // ceiling.
    double rank = percent * sorted.length / 100;
    double whole = Math.rint(rank);
    long ceiling = (long) (Math.abs(rank - whole) < 1e-9 * sorted.length ? whole : Math.ceil(rank));
    return sorted[(int) Math.max(1, Math.min(sorted.length, ceiling)) - 1];
  }

  public long min() {
    requireSome();
    return sorted[0];
  }

  public long max() {
    requireSome();
    return sorted[sorted.length - 1];
  }

  /** The arithmetic mean. */
  public double mean() {
    requireSome();
    double sum = 0;
    for (long value : sorted) {
      sum += value;
    }
    return sum / sorted.length;
  }

  /** The share of values at most {@code limit}, from 0 to 1. */
  public double shareUpTo(long limit) {
    requireSome();
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) low / sorted.length;
  }

  /** The values, ascending. */
  public long[] sorted() {
    return sorted.clone();
  }

  private void requireSome() {
    if (sorted.length == 0) {
      throw new NoSuchElementException("no values");
    }
  }
}
