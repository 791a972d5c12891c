package dev.facsimile.synth.generate;

import java.util.OptionalLong;

/**
 * The part of a workload that is written. Its rows are those of the whole: ids, blocks and sessions
 * are counted from the workload's start.
 *
 * @param fromNanos the first arrival that is written, or a later one
 * @param toNanos end of the part, which it does not hold
 * @param mostRows it ends after so many rows from the workload's start, where that is less
 */
public record Extract(long fromNanos, long toNanos, OptionalLong mostRows) {

  /** All of it. */
  public static final Extract ALL = new Extract(0, Long.MAX_VALUE, OptionalLong.empty());

  public Extract {
    if (fromNanos < 0 || toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a part from " + fromNanos + " to " + toNanos + " ns, expected some time");
    }
  }

  /** The first {@code rows} rows, which come before {@code toNanos}. */
  public static Extract first(long rows, long toNanos) {
    return new Extract(0, toNanos, OptionalLong.of(rows));
  }

  /** Whether row {@code number} (counted from 0) at {@code nanos} lies beyond it. */
  boolean endsBefore(long number, long nanos) {
    return nanos >= toNanos || (mostRows.isPresent() && number >= mostRows.getAsLong());
  }
}
