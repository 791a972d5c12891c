package dev.facsimile.anonymize;

import java.io.Serializable;

/**
 * Consecutive rows of a raw trace that one task releases. Where arrivals are moved, the task also
 * reads rows around its own, and releases what comes to lie in its stretch of time: the stretches
 * of all pieces are the whole.
 *
 * @param index its place among the pieces, from 0
 * @param from its first row, from 0
 * @param to the row behind its last one
 * @param readFrom the first row to read
 * @param readTo the row behind the last one to read
 * @param startNanos the released arrivals that it writes: from this one on
 * @param endNanos and before this one
 */
public record Piece(
    int index, long from, long to, long readFrom, long readTo, long startNanos, long endNanos)
    implements Serializable {

  /** A piece of a trace whose arrivals stay where they are. */
  static Piece alone(int index, long from, long to) {
    return new Piece(index, from, to, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Whether a row is its own. */
  boolean has(long row) {
    return row >= from && row < to;
  }

  /** Whether a released arrival is written by it. */
  boolean writes(long arrivalNanos) {
    return arrivalNanos >= startNanos && arrivalNanos < endNanos;
  }
}
