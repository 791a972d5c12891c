package dev.facsimile.replay.run;

import java.util.Arrays;

/** Counts of something by the seconds of a run; one int a second. */
final class SecondCounts {
  private static final long SECOND = 1_000_000_000L;

  private int[] counts = new int[64];
  private int seconds;

  void add(long atNanos) {
    int second = Math.toIntExact(atNanos / SECOND);
    if (second >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(second + 1, 2 * counts.length));
    }
    counts[second]++;
    seconds = Math.max(seconds, second + 1);
  }

  /** Seconds up to the last one that has any. */
  int seconds() {
    return seconds;
  }

  int at(int second) {
    return second < seconds ? counts[second] : 0;
  }
}
