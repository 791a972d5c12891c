package dev.facsimile.analyze.fidelity;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Requests that go through a queue: those of some stretches of time, put one after another. Holds
 * 20 bytes a request.
 *
 * @param arrivals nanoseconds, ascending
 * @param inputs tokens
 * @param outputs tokens
 * @param hitBlocks leading prefix blocks that hit in an infinite cache; 0 where there are none
 */
record QueuedRows(long[] arrivals, int[] inputs, int[] outputs, int[] hitBlocks) {
  /** Requests of a side that are looked at, about, unless stretches would be too short. */
  static final int MOST = 2_000_000;

  /** As many as the axis draws anew to learn what another time would have made of it. */
  static final int STRETCHES = 24;

  /** A queue must fill and empty many times in a stretch. */
  static final long SHORTEST = 60_000_000_000L;

  int size() {
    return arrivals.length;
  }

  /** A side's requests in some stretches. */
  static QueuedRows of(Traffic side, TimePlaces places) {
    TimePlaces.Walk walk = places.new Walk();
    long[] arrivals = new long[side.rows()];
    int[] rows = new int[side.rows()];
    int size = 0;
    for (int row = 0; row < side.rows(); row++) {
      int at = walk.of(side.arrivals()[row]);
      if (at >= 0) {
        arrivals[size] = moved(side.arrivals()[row], places, at);
        rows[size++] = row;
      }
    }
    int[] hits = side.prefixes().map(Prefixes::hitBlocks).orElseGet(() -> new int[side.rows()]);
    return new QueuedRows(
        Arrays.copyOf(arrivals, size),
        ints(size, i -> side.inputs()[rows[i]]),
        ints(size, i -> side.outputs()[rows[i]]),
        ints(size, i -> hits[rows[i]]));
  }

  /** An arrival in a stretch, with all stretches one after another. */
  static long moved(long arrivalNanos, TimePlaces places, int stretch) {
    return arrivalNanos - places.starts()[stretch] + stretch * places.lengthNanos();
  }

  private static int[] ints(int size, IntToLongFunction of) {
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = (int) of.applyAsLong(i);
    }
    return values;
  }
}
