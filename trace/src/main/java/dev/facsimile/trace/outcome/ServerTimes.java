package dev.facsimile.trace.outcome;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Times that the server itself told of one request, nanoseconds. What it did not tell is absent,
 * never 0.
 *
 * @param queueNanos waiting in the server before it was worked on
 * @param prefillNanos from there to the first output token
 * @param decodeNanos from the first to the last output token
 * @param source whose form the answer had, such as {@code vllm}; present with any of the times
 */
public record ServerTimes(
    OptionalLong queueNanos,
    OptionalLong prefillNanos,
    OptionalLong decodeNanos,
    Optional<String> source) {

  /** The server told nothing. */
  public static final ServerTimes UNKNOWN =
      new ServerTimes(
          OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  public ServerTimes {
    requireTime("queue", queueNanos);
    requireTime("prefill", prefillNanos);
    requireTime("decode", decodeNanos);
    boolean any = queueNanos.isPresent() || prefillNanos.isPresent() || decodeNanos.isPresent();
    if (any != source.isPresent()) {
      throw new IllegalArgumentException("server times are told by somebody, expected a source");
    }
  }

  private static void requireTime(String what, OptionalLong nanos) {
    if (nanos.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "the server's " + what + " time is " + nanos.getAsLong() + " ns, expected 0 or more");
    }
  }
}
