package dev.facsimile.analyze.fidelity;

import java.util.Arrays;

/**
 * Requests that go through a queue: those of some stretches of time, put one after another. Holds
 * 20 bytes a request, unless they are all of a side and its columns are the side's own.
 *
 * @param arrivals nanoseconds, ascending; no column is to be changed
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
    int[] hits = side.prefixes().map(Prefixes::hitBlocks).orElseGet(() -> new int[side.rows()]);
    if (places.areAllUntil(side.spanNanos())) {
      return new QueuedRows(side.arrivals(), side.inputs(), side.outputs(), hits);
    }
    TimePlaces.Walk walk = places.new Walk();
    long[] arrivals = new long[side.rows()];
    int[] among = new int[side.rows()];
    int size = 0;
    for (int row = 0; row < side.rows(); row++) {
      int at = walk.of(side.arrivals()[row]);
      if (at >= 0) {
        arrivals[size] = moved(side.arrivals()[row], places, at);
        among[size++] = row;
      }
    }
    int[] rows = Arrays.copyOf(among, size);
    return new QueuedRows(
        Arrays.copyOf(arrivals, size),
        ColumnRows.of(side.inputs(), rows),
        ColumnRows.of(side.outputs(), rows),
        ColumnRows.of(hits, rows));
  }

  /** An arrival in a stretch, with all stretches one after another. */
  static long moved(long arrivalNanos, TimePlaces places, int stretch) {
    return arrivalNanos - places.starts()[stretch] + stretch * places.lengthNanos();
  }
}
