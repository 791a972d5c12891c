package dev.facsimile.replay.simulator;

/**
 * How late the simulated server was: the time between when a step should have ended and when its
 * tokens were handled. Counts in buckets of a sixteenth of an octave, so that a percentile is at
 * most 4.5 % too high. For one thread; a reader elsewhere may miss the newest.
 */
public final class Lateness {
  private static final int PER_OCTAVE = 16;

  private final long[] counts = new long[64 * PER_OCTAVE];
  private long steps;
  private long worstNanos;
  private long tokens;

  void add(long lateNanos) {
    long late = Math.max(1, lateNanos);
    int bucket = (int) (PER_OCTAVE * (Math.log(late) / Math.log(2)));
    counts[Math.min(counts.length - 1, bucket)]++;
    steps++;
    worstNanos = Math.max(worstNanos, late);
  }

  void tokens(int count) {
    tokens += count;
  }

  /** Steps so far. */
  public long steps() {
    return steps;
  }

  /** Tokens handed out so far. */
  public long tokens() {
    return tokens;
  }

  /** The largest lateness, nanoseconds; 0 before the first step. */
  public long worstNanos() {
    return worstNanos;
  }

  /** A percentile of the lateness, nanoseconds, over 0 to 100; 0 before the first step. */
  public long atNanos(double percent) {
    long rank = (long) Math.ceil(percent / 100 * steps);
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank && seen > 0) {
        return Math.min(worstNanos, Math.round(Math.pow(2, (bucket + 1.0) / PER_OCTAVE)));
      }
    }
    return 0;
  }
}
