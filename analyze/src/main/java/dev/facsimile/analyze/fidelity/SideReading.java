package dev.facsimile.analyze.fidelity;

import java.util.SortedMap;

/** A side that was read: held whole, or so long that only its beginning is. */
public sealed interface SideReading permits SideReading.Whole, LongReading {

  /** A side that is held whole. */
  record Whole(Side side) implements SideReading {
    @Override
    public long rows() {
      return side.traffic().rows();
    }

    @Override
    public long spanNanos() {
      return side.traffic().spanNanos();
    }

    @Override
    public SortedMap<String, Long> classCounts() {
      return side.traffic().classCounts();
    }
  }

  /** What is known of the side so far: all, or its first requests. */
  Side side();

  /** All its requests with known lengths. */
  long rows();

  /** The last arrival of them all, nanoseconds. */
  long spanNanos();

  /** How many requests are of each class. */
  SortedMap<String, Long> classCounts();
}
