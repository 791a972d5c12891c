package dev.facsimile.synth.generate;

import dev.facsimile.synth.prefix.PromptPlan;
import dev.facsimile.trace.Intent;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A row of which everything is decided, before it is written out.
 *
 * @param number its place in the workload, from 0
 * @param place of it in its session
 * @param parentNumber the number of the row that it continues
 * @param gapNanos time since that one's arrival
 * @param arrivalNanos when it comes, in the model's time
 * @param classNumber position of its class in the model
 * @param combination position of its other fields in the class's mix
 * @param inputTokens of the prompt
 * @param outputTokens of the answer
 * @param prompt its blocks
 * @param intent what is wanted of it beyond the request, in the model's time
 */
record Draft(
    long number,
    Place place,
    OptionalLong parentNumber,
    OptionalLong gapNanos,
    long arrivalNanos,
    int classNumber,
    int combination,
    int inputTokens,
    int outputTokens,
    Optional<PromptPlan> prompt,
    Intent intent) {

  /**
   * A place in a session.
   *
   * @param session the session
   * @param turn from 0, in order of arrival
   */
  record Place(Session session, int turn) {}

  /** A session, which deals out its turns. */
  static final class Session {
    private final long number;
    private int turns;

    Session(long number) {
      this.number = number;
    }

    long number() {
      return number;
    }

    /** The place of its next row. */
    Place next() {
      return new Place(this, turns++);
    }
  }
}
