package dev.facsimile.trace;

import java.util.Optional;

/**
 * One planned request.
 *
 * @param request what to ask, and when; both lengths are known
 * @param intent think time, deadline, planned disconnect, phase
 * @param messages the chat messages to send word for word, as the JSON text of an array; absent
 *     where the prompt is made up from the lengths and blocks
 */
public record WorkloadRow(Request request, Intent intent, Optional<String> messages) {

  /** A request whose prompt is made up. */
  public WorkloadRow(Request request, Intent intent) {
    this(request, intent, Optional.empty());
  }

  public WorkloadRow {
    if (!request.tokens().lengthsKnown()) {
      throw new IllegalArgumentException(
          "request " + request.id() + " has no input_tokens or output_tokens, expected both");
    }
    if (messages.isPresent() && !messages.get().startsWith("[")) {
      throw new IllegalArgumentException(
          "request " + request.id() + " has messages that are no array, expected chat messages");
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
