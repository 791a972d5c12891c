package dev.facsimile.synth.course;

import java.util.OptionalLong;

/**
 * Session starts that are sent a second time, with the whole prompt of the first.
 *
 * @param fromNanos start of the stretch of time
 * @param toNanos its end
 * @param share of the starts in it that are sent again, 0 to 1
 * @param backoffNanos mean of the exponentially distributed delay
 * @param afterEnd whether the delay counts from the end of the stretch; from the first attempt
 *     otherwise
 * @param timeoutNanos planned disconnect of the first attempts, where they have one
 */
public record Retries(
    long fromNanos,
    long toNanos,
    double share,
    long backoffNanos,
    boolean afterEnd,
    OptionalLong timeoutNanos) {

  public Retries {
    if (fromNanos < 0 || toNanos <= fromNanos || backoffNanos < 0 || !(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("retries of a share of " + share + " or without a time");
    }
  }

  /** Whether an attempt at {@code nanos} lies in the stretch. */
  public boolean holds(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }
}
