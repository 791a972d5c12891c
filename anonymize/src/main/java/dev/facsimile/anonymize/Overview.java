package dev.facsimile.anonymize;

import java.io.Serializable;

/**
 * What is learnt of rows that is small: holds what {@link RareValues} and {@link TopCodes} tell.
 *
 * @param rows how many
 * @param firstArrivalNanos the earliest
 */
record Overview(long rows, long firstArrivalNanos, RareValues values, TopCodes tops)
    implements Serializable {

  /** With other rows; changes what this one holds. */
  Overview plus(Overview other) {
    values.merge(other.values);
    tops.merge(other.tops);
    return new Overview(
        rows + other.rows, Math.min(firstArrivalNanos, other.firstArrivalNanos), values, tops);
  }
}
