package dev.facsimile.replay.simulator.fit;

/**
 * A request that a real engine has answered; times in nanoseconds from the run's first arrival.
 *
 * @param promptTokens tokens of the prompt, 1 or more
 * @param outputTokens tokens made, 1 or more
 * @param promptBlocks hashes of the prompt's shared blocks, in the engine's block size; empty when
 *     not known
 * @param arrivalNanos when it came
 * @param firstTokenNanos when its first token was there
 * @param lastTokenNanos when its last token was there
 */
public record RecordedRequest(
    int promptTokens,
    int outputTokens,
    long[] promptBlocks,
    long arrivalNanos,
    long firstTokenNanos,
    long lastTokenNanos) {

  public RecordedRequest {
    if (promptTokens < 1 || outputTokens < 1) {
      throw new IllegalArgumentException(
          "prompt of " + promptTokens + " and output of " + outputTokens + " tokens, expected 1+");
    }
    if (arrivalNanos < 0 || firstTokenNanos < arrivalNanos || lastTokenNanos < firstTokenNanos) {
      throw new IllegalArgumentException(
          "arrival at "
              + arrivalNanos
              + " ns, first token at "
              + firstTokenNanos
              + ", last at "
              + lastTokenNanos
              + ", expected them in this order");
    }
  }

  /** Time to the first token. */
  long ttftNanos() {
    return firstTokenNanos - arrivalNanos;
  }

  /** Time to the last token. */
  long e2eNanos() {
    return lastTokenNanos - arrivalNanos;
  }

  /** (last − first token) ÷ (output tokens − 1); 0 for a single token. */
  double itlNanos() {
    return outputTokens < 2 ? 0 : (double) (lastTokenNanos - firstTokenNanos) / (outputTokens - 1);
  }
}
