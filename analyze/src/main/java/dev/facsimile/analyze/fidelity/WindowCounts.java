package dev.facsimile.analyze.fidelity;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Requests per window in the stretches of both sides, and what can be said of groups of stretches.
 * Windows do not cross the end of a stretch.
 *
 * @param counts of every stretch of the pool
 */
record WindowCounts(int[][] counts) {

  /**
   * Counts of windows of {@code widthNanos}.
   *
   * @param source ascending arrivals
   * @param other ascending arrivals
   */
  static WindowCounts of(TimeSplits stretches, long[] source, long[] other, long widthNanos) {
    int[][] counts = new int[2 * TimeSplits.STRETCHES][];
    for (int i = 0; i < counts.length; i++) {
      int stretch = i % TimeSplits.STRETCHES;
      counts[i] = counts(stretches, stretch, i == stretch ? source : other, widthNanos);
    }
    return new WindowCounts(counts);
  }

  private static int[] counts(TimeSplits stretches, int stretch, long[] arrivals, long width) {
    int[] counts = new int[(int) (stretches.lengthNanos() / width)];
    long start = stretches.startOf(stretch);
    for (int i = stretches.firstIn(arrivals, stretch); i < arrivals.length; i++) {
      long window = (arrivals[i] - start) / width;
      if (window >= counts.length) {
        break;
      }
      counts[(int) window]++;
    }
    return counts;
  }

  /** Windows in one stretch. */
  int windows() {
    return counts[0].length;
  }

  /** The count that one of a thousand windows of a group exceeds, at least its second largest. */
  double high(int[] stretches) {
    int[] all = all(stretches).sorted().toArray();
    int rank = (int) Math.ceil(0.999 * all.length) - 1;
    return all[Math.max(0, Math.min(rank, all.length - 2))];
  }

  /** The largest count of a group. */
  double largest(int[] stretches) {
    int largest = 0;
    for (int stretch : stretches) {
      for (int count : counts[stretch]) {
        largest = Math.max(largest, count);
      }
    }
    return largest;
  }

  /** The index of dispersion of a group's counts: variance ÷ mean; 0 where nothing arrives. */
  double dispersion(int[] stretches) {
    double mean = all(stretches).average().orElse(0);
    double squares = all(stretches).mapToDouble(n -> (n - mean) * (n - mean)).average().orElse(0);
    return mean == 0 ? 0 : squares / mean;
  }

  private IntStream all(int[] stretches) {
    return IntStream.of(stretches).flatMap(i -> Arrays.stream(counts[i]));
  }

  /**
   * The autocorrelation of a group's counts, over pairs of windows of one stretch; 0 when all
   * counts are equal.
   */
  double autocorrelation(int[] stretches, int lag) {
    double sum = 0;
    long windows = 0;
    for (int stretch : stretches) {
      windows += counts[stretch].length;
      for (int count : counts[stretch]) {
        sum += count;
      }
    }
    double mean = sum / windows;
    double products = 0;
    long pairs = 0;
    double squares = 0;
    for (int stretch : stretches) {
      int[] one = counts[stretch];
      for (int at = 0; at < one.length; at++) {
        double off = one[at] - mean;
        squares += off * off;
        if (at >= lag) {
          products += off * (one[at - lag] - mean);
          pairs++;
        }
      }
    }
    return squares == 0 || pairs == 0 ? 0 : (products / pairs) / (squares / windows);
  }

  /** All stretches of the source. */
  static int[] ofSource() {
    return IntStream.range(0, TimeSplits.STRETCHES).toArray();
  }

  /** All stretches of the other side. */
  static int[] ofOther() {
    return IntStream.range(TimeSplits.STRETCHES, 2 * TimeSplits.STRETCHES).toArray();
  }
}
