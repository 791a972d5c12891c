package dev.facsimile.analyze.metric;

/**
 * A histogram of durations in bounded memory (half a megabyte), for samples too large to hold.
 * Buckets are exact below 2,048 ns and 1/1,024 of their value wide above it, as in HdrHistogram: a
 * percentile is the upper end of its bucket, so at most 0.1 % too high and never too low. Count,
 * mean, least and largest are exact.
 */
public final class LogHistogram {
  private static final int SUB = 1024;

  private final long[] counts = new long[55 * SUB];
  private long count;
  private double sum;
  private long min = Long.MAX_VALUE;
  private long max;

  /** Counts a value of 0 or more. */
  public void add(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("duration " + value + " is below 0");
    }
    counts[bucket(value)]++;
    count++;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  public long count() {
    return count;
  }

  public double mean() {
    return sum / count;
  }

  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  /** The {@code percent}-th percentile by nearest rank, over 0 and at most 100; needs a value. */
  public long at(double percent) {
    // As in Percentiles: a rank that is whole in decimal must not be lifted by binary rounding.
    long rank = Math.max(1, (long) Math.ceil(percent * count / 100 - 1e-9 * count));
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return Math.min(max, top(i));
      }
    }
    return max;
  }

  private static int bucket(long value) {
    int shift = value < 2 * SUB ? 0 : 53 - Long.numberOfLeadingZeros(value);
    return shift * SUB + (int) (value >>> shift);
  }

  private static long top(int bucket) {
    int shift = bucket < 2 * SUB ? 0 : bucket / SUB - 1;
    return ((bucket - (long) shift * SUB + 1) << shift) - 1;
  }
}
