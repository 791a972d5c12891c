package dev.facsimile.ingest.classify;

import java.io.Serializable;

/**
 * What one class makes of a trace.
 *
 * @param requests its requests
 * @param inputTokens their input tokens, as far as known
 * @param outputTokens their output tokens, as far as known
 */
public record ClassShare(long requests, long inputTokens, long outputTokens)
    implements Serializable {

  /** Two parts together. */
  public ClassShare plus(ClassShare other) {
    return new ClassShare(
        requests + other.requests,
        inputTokens + other.inputTokens,
        outputTokens + other.outputTokens);
  }

  /** All its tokens. */
  public long tokens() {
    return inputTokens + outputTokens;
  }
}
