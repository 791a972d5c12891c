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
          Key.of("reasoning_content", 4, 4, Meaning.TEXT, KeptText.Part.REASONING),
          Key.of("reasoning", 4, 4, Meaning.TEXT, KeptText.Part.REASONING),
          Key.of("refusal", 4, 4, Meaning.TEXT),
          Key.of("arguments", 5, DEEP, Meaning.TEXT, KeptText.Part.TOOL_CALL),
          Key.of("name", 5, DEEP, Meaning.TEXT, KeptText.Part.TOOL_CALL),
          Key.of("finish_reason", 3, 3, Meaning.READ_IF_TEXT),
          Key.of("error", 1, 1, Meaning.READ_UNLESS_NULL),
          Key.of("usage", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("metrics", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("timings", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("time_info", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("timing", 2, 2, Meaning.READ_IF_OBJECT),
          Key.of("x_groq", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("completion_tokens", 2, 2, Meaning.OUTPUT_COUNT));

  private final ChunkScan scan = new ChunkScan(KEYS);
  private int outputCount;

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    if (isDone(bytes, from, to)) {
      answer.done();
      return;
    }
    scan.scan(bytes, from, to);
    if (scan.token()) {
      answer.token();
      scan.texts(answer);
    }
    boolean namedError = name.equals("error");
    if (namedError || scan.readInFull() && !isPlainToken()) {
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
    answer.serverTimes(ServerTimings.ofOpenAi(chunk));
    boolean grown = scan.outputCount() > outputCount;
    if (grown && !token && choice.isObject() && !reason.isTextual()) {
      answer.token();
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

  @Override
  public void document(JsonNode body, Gathering answer) {
    error(body, answer);
    JsonNode choice = body.path("choices").path(0);
    if (choice.path("finish_reason").isTextual()) {
      answer.finish(choice.path("finish_reason").textValue());
    }
    usage(body.path("usage"), answer);
    answer.serverTimes(ServerTimings.ofOpenAi(body));
    JsonNode message = choice.path("message");
    String content =
        choice.path("text").asText("")
            + message.path("content").asText("")
            + message.path("refusal").asText("");
    String older = message.path("reasoning_content").asText("");
    String reasoning = older.isEmpty() ? message.path("reasoning").asText("") : older;
    StringBuilder tools = new StringBuilder();
    for (JsonNode call : message.path("tool_calls")) {
      tools.append(call.path("function").path("name").asText(""));
      tools.append(call.path("function").path("arguments").asText(""));
    }
    if (!content.isEmpty() || !reasoning.isEmpty() || !tools.isEmpty()) {
      answer.token();
    }
    answer.content(content);
    answer.reasoning(reasoning);
    answer.toolCall(tools.toString());
  }
}
