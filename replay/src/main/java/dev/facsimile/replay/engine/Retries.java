package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.trace.RequestStatus;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Whether and when an attempt is repeated: after a rejection, an HTTP status of 500 or more, a
 * connection that failed or broke, as long as no token has come. Never after a time limit, which
 * the user set.
 *
 * @param most attempts beyond the first
 * @param backoff wait before the second attempt, doubled for each one after it; the server's {@code
 *     Retry-After} wins where it asks for more
 * @param longest no wait is longer: an answer that asks for more is final
 */
public record Retries(int most, Duration backoff, Duration longest) {
  /** No attempt is repeated. */
  public static final Retries NONE = new Retries(0, Duration.ofMillis(1), Duration.ofMillis(1));

  private static final int DOUBLINGS = 30;

  public Retries {
    if (most < 0) {
      throw new IllegalArgumentException("retries is " + most + ", expected 0 or more");
    }
    Limits.positive("retry backoff", backoff);
    Limits.positive("longest retry wait", longest);
  }

  /**
   * How long to wait before the next attempt; empty when there is none.
   *
   * @param attempts attempts made so far
   * @param tokens tokens that have come of the last one
   * @param retryAfterNanos what the server asked for
   */
  OptionalLong waitNanos(int attempts, Ending ending, int tokens, OptionalLong retryAfterNanos) {
    if (attempts > most || tokens > 0 || !isRepeatable(ending)) {
      return OptionalLong.empty();
    }
    long doubled = backoff.toNanos() << Math.min(DOUBLINGS, attempts - 1);
    long own = Math.min(longest.toNanos(), doubled < 0 ? Long.MAX_VALUE : doubled);
    long wait = Math.max(own, retryAfterNanos.orElse(0));
    return wait > longest.toNanos() ? OptionalLong.empty() : OptionalLong.of(wait);
  }

  private static boolean isRepeatable(Ending ending) {
    if (ending.status() == RequestStatus.REJECTED) {
      return true;
    }
    // Other HTTP errors are the request's own fault, and come again.
    return ending.status() == RequestStatus.FAILED && !ending.error().startsWith("HTTP 4");
  }
}
