package dev.facsimile.replay.simulator;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How fast the simulated server is.
 *
 * @param slots requests that are worked on at a time
 * @param queueLimit requests that may wait; more are turned away with 429; absent, any number
 * @param base fixed part of the time from a slot to the first token
 * @param prefillTokensPerSecond prompt tokens read per second, over 0
 * @param itl time from one token to the next
 * @param speed how many times faster than these figures it runs, over 0
 */
public record ServerModel(
    int slots,
    OptionalInt queueLimit,
    Duration base,
    double prefillTokensPerSecond,
    Duration itl,
    double speed) {

  public ServerModel {
    if (slots < 1) {
      throw new IllegalArgumentException("slots is " + slots + ", expected 1 or more");
    }
    if (queueLimit.isPresent() && queueLimit.getAsInt() < 0) {
      throw new IllegalArgumentException(
          "queue limit is " + queueLimit.getAsInt() + ", expected 0 or more");
    }
    if (base.isNegative() || itl.isNegative()) {
      throw new IllegalArgumentException("base or itl is negative, expected 0 or more");
    }
    if (!(prefillTokensPerSecond > 0) || !(speed > 0)) {
      throw new IllegalArgumentException("prefill rate or speed is not over 0");
    }
  }

  /**
   * Time from the slot to output token {@code index}, counted from 0, nanoseconds: (base + prompt ÷
   * prefill rate + index · ITL) ÷ speed.
   */
  long tokenNanos(int promptTokens, int index) {
    double nanos =
        base.toNanos()
            + promptTokens * 1e9 / prefillTokensPerSecond
            + (double) index * itl.toNanos();
    return Math.round(nanos / speed);
  }
}
