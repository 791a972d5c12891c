package dev.facsimile.replay.prompt;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Outcome;
import java.util.List;
import java.util.Optional;

/** Finds the words of requests. Safe for use by several threads, but for {@link #waits}. */
public interface Words {

  /**
   * Whether a row's words depend on the answer to a turn before it. Asked of each row once, in the
   * order of the workload, on one thread.
   */
  default boolean waits(WorkloadRow row) {
    return false;
  }

  /** What a row says; of one that waits, once the turn before it has ended. */
  Wording of(WorkloadRow row);

  /**
   * A request has ended.
   *
   * @param text what was answered, where answers are kept
   */
  default void ended(Outcome outcome, Optional<AnswerText> text) {}

  /** What came of it, a sentence each. */
  default List<String> found() {
    return List.of();
  }
}
