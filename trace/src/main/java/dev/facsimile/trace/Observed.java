package dev.facsimile.trace;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What production saw of a request, each absent where the log is silent.
 *
 * @param status how it ended
 * @param httpStatus the HTTP status answered
 * @param finishReason the engine's reason to stop, such as {@code stop} or {@code length}
 * @param queueNanos time waited in the server's queue
 * @param ttftNanos time to the first token
 * @param e2eNanos time to the last token
 */
public record Observed(
    Optional<RequestStatus> status,
    OptionalInt httpStatus,
    Optional<String> finishReason,
    OptionalLong queueNanos,
    OptionalLong ttftNanos,
    OptionalLong e2eNanos) {

  /** Nothing seen. */
  public static final Observed NOTHING =
      new Observed(
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** Of which at most the status and the time to the last token are known. */
  public static Observed of(Optional<RequestStatus> status, OptionalLong e2eNanos) {
    return new Observed(
        status,
        OptionalInt.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        e2eNanos);
  }

  public Observed {
    queueNanos.ifPresent(n -> Refuse.negative("queue_ns", n));
    ttftNanos.ifPresent(n -> Refuse.negative("ttft_ns", n));
    e2eNanos.ifPresent(n -> Refuse.negative("e2e_ns", n));
  }
}
