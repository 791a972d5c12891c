package dev.facsimile.trace;

/**
 * One planned request.
 *
 * @param request what to ask, and when; both lengths are known
 * @param intent think time, deadline, planned disconnect, phase
 */
public record WorkloadRow(Request request, Intent intent) {

  public WorkloadRow {
    if (!request.tokens().lengthsKnown()) {
      throw new IllegalArgumentException(
          "request " + request.id() + " has no input_tokens or output_tokens, expected both");
    }
  }

  /** Planned prompt tokens. */
  public int inputTokens() {
    return request.tokens().input().getAsInt();
  }

  /** Planned output tokens. */
  public int outputTokens() {
    return request.tokens().output().getAsInt();
  }
}
