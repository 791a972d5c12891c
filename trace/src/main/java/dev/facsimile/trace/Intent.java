package dev.facsimile.trace;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a workload wants of a request beyond the request itself.
 *
 * @param thinkNanos pause between the end of the session's turn before and this one
 * @param deadlineNanos limit from the scheduled time, after which the answer is worthless
 * @param cancelAfterNanos planned disconnect, from the dispatch
 * @param phase label for the analyzer, such as {@code warm-up} or {@code spike}
 */
public record Intent(
    OptionalLong thinkNanos,
    OptionalLong deadlineNanos,
    OptionalLong cancelAfterNanos,
    Optional<String> phase) {

  /** Send it and wait for the answer. */
  public static final Intent PLAIN =
      new Intent(
          OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  public Intent {
    thinkNanos.ifPresent(n -> Refuse.negative("think_ns", n));
    deadlineNanos.ifPresent(n -> Refuse.negative("deadline_ns", n));
    cancelAfterNanos.ifPresent(n -> Refuse.negative("cancel_after_ns", n));
  }
}
