package dev.facsimile.anonymize.detect.rule;

/** How sure a detector is of one finding. */
public enum Confidence {
  /** A checksum holds, or the prefix or frame belongs to one kind of value alone. */
  PROVEN,
  /** The shape fits and the words or the structure around it say so. */
  CONTEXTUAL,
  /** The shape alone fits. */
  GUESS;

  /** Whether this is as sure as {@code other} or surer. */
  public boolean atLeast(Confidence other) {
    return compareTo(other) <= 0;
  }
}
