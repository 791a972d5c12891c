package dev.facsimile.trace.outcome;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a request left the client; all times from the run's zero.
 *
 * @param wokenNanos when the client turned to it
 * @param admittedNanos when the user's own concurrency cap let it through
 * @param connectedNanos when a connection for it stood; absent when a pooled one was taken at once
 * @param dispatchedNanos when its first byte was written
 * @param writtenNanos when its last byte was accepted by the socket; absent if it never was
 * @param attempts how often it was sent, 1 without retries
 * @param promptTokens tokens of the prompt that was sent, by the client's own count; absent where
 *     it did not count
 */
public record Sending(
    long wokenNanos,
    long admittedNanos,
    OptionalLong connectedNanos,
    long dispatchedNanos,
    OptionalLong writtenNanos,
    int attempts,
    OptionalInt promptTokens) {

  /** The same of a prompt that was not counted. */
  public Sending(
      long wokenNanos,
      long admittedNanos,
      OptionalLong connectedNanos,
      long dispatchedNanos,
      OptionalLong writtenNanos,
      int attempts) {
    this(
        wokenNanos,
        admittedNanos,
        connectedNanos,
        dispatchedNanos,
        writtenNanos,
        attempts,
        OptionalInt.empty());
  }
}
