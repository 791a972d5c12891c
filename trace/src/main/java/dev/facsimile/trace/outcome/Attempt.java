package dev.facsimile.trace.outcome;

import dev.facsimile.trace.RequestStatus;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One attempt at a request of a run in which attempts may be repeated; all times from the run's
 * zero.
 *
 * @param requestId the request's id
 * @param number from 1
 * @param status how this attempt ended
 * @param startedNanos when the client turned to it
 * @param dispatchedNanos when its first byte was written; absent if it never was
 * @param firstTokenNanos when the first token was read
 * @param endNanos when it ended
 * @param httpStatus the HTTP status, where one came
 * @param retryAfterNanos how long the server asked to wait, {@code Retry-After}
 * @param error what was wrong; absent when completed
 */
public record Attempt(
    String requestId,
    int number,
    RequestStatus status,
    long startedNanos,
    OptionalLong dispatchedNanos,
    OptionalLong firstTokenNanos,
    long endNanos,
    OptionalInt httpStatus,
    OptionalLong retryAfterNanos,
    Optional<String> error) {

  public Attempt {
    if (number < 1) {
      throw new IllegalArgumentException("attempt is " + number + ", expected 1 or more");
    }
  }
}
