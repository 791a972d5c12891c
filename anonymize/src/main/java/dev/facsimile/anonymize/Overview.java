package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.trace.Request;
import java.io.Serializable;

/**
 * What is learnt of rows that is small: holds what {@link RareValues} and {@link TopCodes} tell.
 */
final class Overview implements Serializable {
  private static final long serialVersionUID = 1;

  private final RareValues values;
  private final TopCodes tops;
  private long rows;
  private long firstArrivalNanos = Long.MAX_VALUE;

  /** Of no rows yet. */
  Overview(Policy policy) {
    values = new RareValues(policy);
    tops = new TopCodes(policy);
  }

  /** Adds a request of {@code unit}. */
  void add(Request request, long unit) {
    values.add(request, unit);
    tops.add(request.tokens());
    firstArrivalNanos = Math.min(firstArrivalNanos, request.arrivalNanos());
    rows++;
  }

  /** Adds other rows under the same policy; gives this one. */
  Overview plus(Overview other) {
    values.merge(other.values);
    tops.merge(other.tops);
    firstArrivalNanos = Math.min(firstArrivalNanos, other.firstArrivalNanos);
    rows += other.rows;
    return this;
  }

  /** Ends the adding: from now on tops have their means. */
  void freeze() {
    tops.freeze();
  }

  RareValues values() {
    return values;
  }

  TopCodes tops() {
    return tops;
  }

  /** How many. */
  long rows() {
    return rows;
  }

  /** The arrival of the earliest, which becomes 0. */
  long firstArrivalNanos() {
    return firstArrivalNanos;
  }
}
