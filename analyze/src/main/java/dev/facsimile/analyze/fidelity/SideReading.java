package dev.facsimile.analyze.fidelity;

/** A side that was read: held whole, or so long that only its beginning is. */
public sealed interface SideReading permits SideReading.Whole, LongReading {

  /** A side that is held whole. */
  record Whole(Side side) implements SideReading {}

  /** What is known of the side so far: all, or its first requests. */
  Side side();
}
