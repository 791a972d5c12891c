package dev.facsimile.replay.engine;

import java.util.OptionalLong;

/**
 * When the client turned to a request, where the user's own cap may have kept it from doing so. As
 * long as the cap has held the request in front, the ones behind could not have left whatever the
 * client did: their wait is the cap's, and the client counts as awake at their time.
 */
final class CapWait {
  private OptionalLong fullSince = OptionalLong.empty();

  /** A due request found no slot. */
  void blocked(long nowNanos) {
    if (fullSince.isEmpty()) {
      fullSince = OptionalLong.of(nowNanos);
    }
  }

  /** No due request waits. */
  void clear() {
    fullSince = OptionalLong.empty();
  }

  /** When the client turned to a request that is admitted now. */
  long wokenNanos(long scheduledNanos, long nowNanos) {
    return fullSince.isEmpty() ? nowNanos : Math.max(scheduledNanos, fullSince.getAsLong());
  }
}
