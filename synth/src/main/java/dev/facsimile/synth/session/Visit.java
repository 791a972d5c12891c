package dev.facsimile.synth.session;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A planned request of a session with several.
 *
 * @param parent the one that it continues; absent at the start
 * @param arrivalNanos when it comes
 * @param classNumber position of its class in the model
 * @param inputTokens of its prompt
 * @param outputTokens of its answer
 * @param sharedBlocks leading full blocks that it has in common with its parent
 * @param thinkNanos pause after the parent's answer, where the source tells
 */
public record Visit(
    Optional<Visit> parent,
    long arrivalNanos,
    int classNumber,
    int inputTokens,
    int outputTokens,
    int sharedBlocks,
    OptionalLong thinkNanos) {

  /** The start of a session. */
  public static Visit start(long arrivalNanos, int classNumber, int inputTokens, int outputTokens) {
    return new Visit(
        Optional.empty(),
        arrivalNanos,
        classNumber,
        inputTokens,
        outputTokens,
        0,
        OptionalLong.empty());
  }

  // One visit is not another because it looks like it.

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
