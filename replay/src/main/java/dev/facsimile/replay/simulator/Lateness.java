package dev.facsimile.replay.simulator;

/**
 * How late the simulated server was with each token: the time from when the model, and a fault that
 * delays it, would have it leave to when it had been written to its connection. The last token of a
 * step is therefore later than the first by all the writes between. Counts in buckets of a
 * sixteenth of an octave, so that a percentile is at most 6.3 % too high. For one thread; a reader
 * elsewhere may miss the newest.
 */
public final class Lateness {
  private static final int PER_OCTAVE = 16;
  private static final int PER_OCTAVE_BITS = 4;

  private final long[] counts = new long[64 * PER_OCTAVE];
  private long steps;
  private long worstNanos;
  private long tokens;

  /** A step of the model has ended. */
  void step() {
    steps++;
  }

  /** Tokens were written so late. */
  void add(long lateNanos, int count) {
    long late = Math.max(0, lateNanos);
    counts[bucket(late)] += count;
    tokens += count;
    worstNanos = Math.max(worstNanos, late);
  }

  private static int bucket(long late) {
    if (late < PER_OCTAVE) {
      return (int) late;
    }
    int octave = 63 - Long.numberOfLeadingZeros(late);
    int part = (int) (late >>> (octave - PER_OCTAVE_BITS)) & (PER_OCTAVE - 1);
    return (octave - PER_OCTAVE_BITS + 1) * PER_OCTAVE + part;
  }

  /** The largest value of a bucket. */
  private static long largest(int bucket) {
    if (bucket < PER_OCTAVE) {
      return bucket;
    }
    long part = PER_OCTAVE + bucket % PER_OCTAVE;
    return ((part + 1) << (bucket / PER_OCTAVE - 1)) - 1;
  }

  /** Steps so far. */
  public long steps() {
    return steps;
  }

  /** Tokens written so far. */
  public long tokens() {
    return tokens;
  }

  /** The largest lateness, nanoseconds; 0 before the first token. */
  public long worstNanos() {
    return worstNanos;
  }

  /** A percentile of the tokens' lateness, nanoseconds, over 0 to 100; 0 before the first token. */
  public long atNanos(double percent) {
    long rank = Math.max(1, (long) Math.ceil(percent / 100 * tokens));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return Math.min(worstNanos, largest(bucket));
      }
    }
    return 0;
  }
}
