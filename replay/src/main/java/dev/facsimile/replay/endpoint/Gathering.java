package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.outcome.Answer;
import java.util.Optional;
import java.util.OptionalInt;

/** What is known of one answer so far: its dialect fills it in. Holds the text only if asked to. */
final class Gathering {
  private static final int ERROR_LIMIT = 300;

  private final TokenTimes tokens = new TokenTimes();
  private final Optional<StringBuilder[]> texts;
  private Optional<String> finishReason = Optional.empty();
  private Optional<String> error = Optional.empty();
  private Answer.Usage usage = Answer.Usage.UNKNOWN;
  private boolean done;
  private long readNanos;

  Gathering(boolean keepText) {
    texts =
        keepText
            ? Optional.of(
                new StringBuilder[] {new StringBuilder(), new StringBuilder(), new StringBuilder()})
            : Optional.empty();
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
    return texts.isPresent();
  }

  void content(String text) {
    texts.ifPresent(t -> t[0].append(text));
  }

  void reasoning(String text) {
    texts.ifPresent(t -> t[1].append(text));
  }

  void toolCall(String text) {
    texts.ifPresent(t -> t[2].append(text));
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

  Optional<AnswerText> text() {
    return texts.map(t -> new AnswerText(t[0].toString(), t[1].toString(), t[2].toString()));
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
