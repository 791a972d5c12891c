package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Stretches of time of equal length, evenly spread and the same on both sides.
 *
 * @param starts of the stretches, nanoseconds, ascending
 * @param lengthNanos of each
 */
record TimePlaces(long[] starts, long lengthNanos) implements Serializable {

  /**
   * One stretch at a random place in each of {@code count} equal slots of the time.
   *
   * @param lengthNanos of each, at most a slot
   * @param tickNanos starts are multiples of it
   */
  static TimePlaces random(
      int count, long slotNanos, long lengthNanos, long tickNanos, UniformRandomProvider random) {
    long[] starts = new long[count];
    for (int i = 0; i < count; i++) {
      long room = slotNanos - lengthNanos;
      starts[i] = i * slotNanos + (room == 0 ? 0 : random.nextLong(room) / tickNanos * tickNanos);
    }
    return new TimePlaces(starts, lengthNanos);
  }

  /** The whole time up to and with {@code nanos}. */
  static TimePlaces until(long nanos) {
    return new TimePlaces(new long[] {0}, nanos + 1);
  }

  /** Whether they are one stretch: the whole time up to and with {@code nanos}, or more. */
  boolean areAllUntil(long nanos) {
    return starts.length == 1 && starts[0] == 0 && nanos < lengthNanos;
  }

  /** The same stretches of the same time. */
  boolean same(TimePlaces other) {
    return lengthNanos == other.lengthNanos && Arrays.equals(starts, other.starts);
  }

  /** Goes through ascending times. */
  final class Walk {
    private int at;

    /** The stretch that a time lies in, or -1; times must not descend. */
    int of(long nanos) {
      while (at < starts.length && nanos - starts[at] >= lengthNanos) {
        at++;
      }
      return at < starts.length && nanos >= starts[at] ? at : -1;
    }
  }

  /**
   * Where a queue is looked at: everywhere where both sides have no more than {@link
   * QueuedRows#MOST} requests, otherwise in {@link QueuedRows#STRETCHES} stretches that together
   * hold about as many.
   *
   * @param rows of the longer side
   */
  static TimePlaces ofQueue(long rows, long spanNanos, long tickNanos, long seed) {
    long slot = spanNanos / QueuedRows.STRETCHES / tickNanos * tickNanos;
    double wanted = (double) slot * QueuedRows.MOST / rows;
    long length = Math.max((long) wanted, QueuedRows.SHORTEST) / tickNanos * tickNanos;
    if (rows <= QueuedRows.MOST || length >= slot || length == 0) {
      return until(spanNanos);
    }
    return random(
        QueuedRows.STRETCHES,
        slot,
        length,
        tickNanos,
        new SeededStreams(seed).stream("fidelity queue stretches"));
  }
}
