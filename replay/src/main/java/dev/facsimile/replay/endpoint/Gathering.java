package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.ServerTimes;
import java.util.Optional;
import java.util.OptionalInt;

/** What is known of one answer so far: its dialect fills it in. */
final class Gathering {
  private static final int ERROR_LIMIT = 300;

  private final TokenTimes tokens = new TokenTimes();
  private final Optional<KeptText> kept;
  private Optional<String> finishReason = Optional.empty();
  private Optional<String> error = Optional.empty();
  private Answer.Usage usage = Answer.Usage.UNKNOWN;
  private Optional<ServerTimes> serverTimes = Optional.empty();
  private boolean done;
  private long readNanos;

  /**
   * An answer of which nothing is known.
   *
   * @param kept takes its text, where that is kept
   */
  Gathering(Optional<KeptText> kept) {
    this.kept = kept;
  }

  /** Everything from now on came with the socket read of this time. */
  void readAt(long nanos) {
    readNanos = nanos;
  }

  /** A chunk with a token came. */
  void token() {
    tokens.add(readNanos);
  }

  boolean keepsText() {
    return kept.isPresent();
  }

  void content(String text) {
    kept.ifPresent(t -> t.add(KeptText.Part.CONTENT, text));
  }

  void reasoning(String text) {
    kept.ifPresent(t -> t.add(KeptText.Part.REASONING, text));
  }

  void toolCall(String text) {
    kept.ifPresent(t -> t.add(KeptText.Part.TOOL_CALL, text));
  }

  /** A text as it stands between the quotes of a JSON string. */
  void json(KeptText.Part part, byte[] json, int from, int to) {
    if (kept.isPresent()) {
      kept.get().addJson(part, json, from, to);
    }
  }

  /** The server told times of its own; the last ones count. */
  void serverTimes(Optional<ServerTimes> told) {
    serverTimes = told.or(() -> serverTimes);
  }

  Optional<ServerTimes> serverTimes() {
    return serverTimes;
  }

  void finish(String reason) {
    finishReason = Optional.of(reason);
  }

  /** The stream's own end mark came. */
  void done() {
    done = true;
  }

  void error(String what) {
    error = Optional.of(shortened(what));
  }

  /** The server's counts; one that is absent here stays as it was. */
  void usage(OptionalInt input, OptionalInt output, OptionalInt cached) {
    usage =
        new Answer.Usage(
            input.isPresent() ? input : usage.inputTokens(),
            output.isPresent() ? output : usage.outputTokens(),
            cached.isPresent() ? cached : usage.cachedTokens());
  }

  boolean finished() {
    return done || finishReason.isPresent();
  }

  Optional<String> error() {
    return error;
  }

  Optional<String> finishReason() {
    return finishReason;
  }

  Answer.Usage usage() {
    return usage;
  }

  TokenTimes tokens() {
    return tokens;
  }

  /** Hands the text over, where it was kept. */
  Optional<AnswerText> text() {
    return kept.flatMap(KeptText::handOver);
  }

  /** A whole number that may be missing. */
  static OptionalInt count(JsonNode node) {
    return node.canConvertToInt() ? OptionalInt.of(node.intValue()) : OptionalInt.empty();
  }

  /** What an error object says: its message, or all of it. */
  static String message(JsonNode problem) {
    if (problem.isTextual()) {
      return problem.textValue();
    }
    JsonNode message = problem.path("message");
    return message.isTextual() ? message.textValue() : problem.toString();
  }

  static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= ERROR_LIMIT ? line : line.substring(0, ERROR_LIMIT) + "…";
  }
}
