package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.endpoint.ChunkScan.Key;
import dev.facsimile.replay.endpoint.ChunkScan.Meaning;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * OpenAI's completions and chat completions. A chunk is a token when it carries content, reasoning,
 * a refusal or a part of a tool call. A chunk without text in which the server's own count of
 * output tokens has grown is one too: its parser holds the text back while the model goes on.
 * Chunks are read in full only where they tell a finish reason, an error, or a usage without a
 * text.
 */
final class OpenAiDialect implements Dialect {
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
  private static final int DEEP = 99;

  private static final ChunkScan.Keys KEYS =
      new ChunkScan.Keys(
          Key.of("content", 4, 4, Meaning.TEXT),
          Key.of("text", 3, 3, Meaning.TEXT),
          Key.of("reasoning_content", 4, 4, Meaning.TEXT),
          Key.of("reasoning", 4, 4, Meaning.TEXT),
          Key.of("refusal", 4, 4, Meaning.TEXT),
          Key.of("arguments", 5, DEEP, Meaning.TEXT),
          Key.of("name", 5, DEEP, Meaning.TEXT),
          Key.of("finish_reason", 3, 3, Meaning.READ_IF_TEXT),
          Key.of("error", 1, 1, Meaning.READ_UNLESS_NULL),
          Key.of("usage", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("completion_tokens", 2, 2, Meaning.OUTPUT_COUNT));

  private final ChunkScan scan = new ChunkScan(KEYS);
  private final boolean keepText;
  private int outputCount;

  OpenAiDialect(boolean keepText) {
    this.keepText = keepText;
  }

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    if (isDone(bytes, from, to)) {
      answer.done();
      return;
    }
    scan.scan(bytes, from, to);
    if (scan.token()) {
      answer.token();
    }
    boolean namedError = name.equals("error");
    if (keepText || namedError || scan.readInFull() && !isPlainToken()) {
      readInFull(Dialect.tree(bytes, from, to, answer), scan.token(), answer);
    }
    if (namedError && answer.error().isEmpty()) {
      answer.error("error event: " + new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }
    if (scan.outputCount() > outputCount) {
      outputCount = scan.outputCount();
      answer.usage(OptionalInt.empty(), OptionalInt.of(outputCount), OptionalInt.empty());
    }
  }

  /** A text with a running count is read no further; the last count comes in a chunk of its own. */
  private boolean isPlainToken() {
    return scan.token() && scan.outputCount() > 0 && !scan.finishes();
  }

  private static boolean isDone(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] <= ' ') {
      end--;
    }
    if (end - from != DONE.length) {
      return false;
    }
    for (int i = 0; i < DONE.length; i++) {
      if (bytes[from + i] != DONE[i]) {
        return false;
      }
    }
    return true;
  }

  private void readInFull(JsonNode chunk, boolean token, Gathering answer) {
    error(chunk, answer);
    JsonNode choice = chunk.path("choices").path(0);
    JsonNode reason = choice.path("finish_reason");
    if (reason.isTextual()) {
      answer.finish(reason.textValue());
    }
    usage(chunk.path("usage"), answer);
    boolean grown = scan.outputCount() > outputCount;
    if (grown && !token && choice.isObject() && !reason.isTextual()) {
      answer.token();
    }
    if (answer.keepsText()) {
      text(choice, choice.path("delta"), answer);
    }
  }

  private static void error(JsonNode chunk, Gathering answer) {
    JsonNode problem = chunk.path("error");
    if (!problem.isMissingNode() && !problem.isNull()) {
      answer.error("error event: " + Gathering.message(problem));
    }
  }

  private static void usage(JsonNode counts, Gathering answer) {
    if (counts.isObject()) {
      answer.usage(
          Gathering.count(counts.path("prompt_tokens")),
          Gathering.count(counts.path("completion_tokens")),
          Gathering.count(counts.path("prompt_tokens_details").path("cached_tokens")));
    }
  }

  private static void text(JsonNode choice, JsonNode message, Gathering answer) {
    answer.content(choice.path("text").asText(""));
    answer.content(message.path("content").asText(""));
    answer.content(message.path("refusal").asText(""));
    answer.reasoning(message.path("reasoning_content").asText(""));
    answer.reasoning(message.path("reasoning").asText(""));
    for (JsonNode call : message.path("tool_calls")) {
      answer.toolCall(call.path("function").path("name").asText(""));
      answer.toolCall(call.path("function").path("arguments").asText(""));
    }
  }

  @Override
  public void document(JsonNode body, Gathering answer) {
    error(body, answer);
    JsonNode choice = body.path("choices").path(0);
    JsonNode message = choice.path("message");
    if (choice.path("finish_reason").isTextual()) {
      answer.finish(choice.path("finish_reason").textValue());
    }
    usage(body.path("usage"), answer);
    Gathering probe = new Gathering(true);
    text(choice, message, probe);
    AnswerText said = probe.text().orElseThrow();
    if (!(said.content() + said.reasoning() + said.toolCalls()).isEmpty()) {
      answer.token();
    }
    text(choice, message, answer);
  }
}
