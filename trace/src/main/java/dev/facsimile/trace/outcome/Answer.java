package dev.facsimile.trace.outcome;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What came back, as far as it came; all times from the run's zero.
 *
 * <p>A token is content or reasoning: a role-only, empty, usage or {@code [DONE]} chunk is none.
 *
 * @param headersNanos when the response headers were read
 * @param firstTokenNanos when the first chunk that carries a token was read
 * @param lastTokenNanos when the last such chunk was read
 * @param httpStatus the HTTP status
 * @param finishReason the engine's reason to stop
 * @param usage the server's own counts
 * @param serverTimes the server's own times
 * @param eventTokens chunks that carried tokens
 * @param tokenizerTokens output tokens counted by a tokenizer
 * @param streamed whether the answer came as a stream
 * @param gaps times between consecutive chunks that carry tokens, nanoseconds
 */
public record Answer(
    OptionalLong headersNanos,
    OptionalLong firstTokenNanos,
    OptionalLong lastTokenNanos,
    OptionalInt httpStatus,
    Optional<String> finishReason,
    Usage usage,
    ServerTimes serverTimes,
    int eventTokens,
    OptionalInt tokenizerTokens,
    boolean streamed,
    Gaps gaps) {

  /**
   * The server's own token counts.
   *
   * @param inputTokens {@code prompt_tokens}
   * @param outputTokens {@code completion_tokens}
   * @param cachedTokens {@code prompt_tokens_details.cached_tokens}
   */
  public record Usage(OptionalInt inputTokens, OptionalInt outputTokens, OptionalInt cachedTokens) {

    /** The server said nothing. */
    public static final Usage UNKNOWN =
        new Usage(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
  }

  /** Nothing came back. */
  public static final Answer NONE =
      new Answer(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Usage.UNKNOWN,
          ServerTimes.UNKNOWN,
          0,
          OptionalInt.empty(),
          false,
          Gaps.NONE);

  /** Output tokens by the best source: usage, else tokenizer, else events. */
  public int outputTokens() {
    return usage.outputTokens().orElseGet(() -> tokenizerTokens.orElse(eventTokens));
  }

  /**
   * Which source {@link #outputTokens()} used: {@code usage}, {@code tokenizer}, {@code events}.
   */
  public String tokenSource() {
    if (usage.outputTokens().isPresent()) {
      return "usage";
    }
    return tokenizerTokens.isPresent() ? "tokenizer" : "events";
  }

  /** The same with a tokenizer's count of its output. */
  public Answer counted(int tokens) {
    return new Answer(
        headersNanos,
        firstTokenNanos,
        lastTokenNanos,
        httpStatus,
        finishReason,
        usage,
        serverTimes,
        eventTokens,
        OptionalInt.of(tokens),
        streamed,
        gaps);
  }

  /** Whether 2xx headers came. */
  public boolean accepted() {
    return httpStatus.isPresent() && httpStatus.getAsInt() / 100 == 2;
  }

  /**
   * Inter-token latency, nanoseconds: (last token − first token) ÷ (output tokens − 1). Absent
   * below 2 tokens and for answers that were not streamed. A synonym of TPOT.
   */
  public OptionalLong itlNanos() {
    int tokens = outputTokens();
    if (!streamed || tokens < 2 || firstTokenNanos.isEmpty() || lastTokenNanos.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        (lastTokenNanos.getAsLong() - firstTokenNanos.getAsLong()) / (tokens - 1));
  }
}
