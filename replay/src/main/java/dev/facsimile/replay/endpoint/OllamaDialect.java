package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.endpoint.ChunkScan.Key;
import dev.facsimile.replay.endpoint.ChunkScan.Meaning;

/** Ollama's chat: a line for each chunk, the last one with the counts. */
final class OllamaDialect implements Dialect {
  private static final ChunkScan.Keys KEYS =
      new ChunkScan.Keys(
          Key.of("content", 2, 2, Meaning.TEXT),
          Key.of("thinking", 2, 2, Meaning.TEXT, KeptText.Part.REASONING),
          Key.of("arguments", 4, 9, Meaning.READ_IF_OBJECT),
          Key.of("done", 1, 1, Meaning.READ_IF_TRUE),
          Key.of("error", 1, 1, Meaning.READ_UNLESS_NULL));

  private final ChunkScan scan = new ChunkScan(KEYS);

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    scan.scan(bytes, from, to);
    if (scan.readInFull()) {
      document(Dialect.tree(bytes, from, to, answer), answer);
    } else if (scan.token()) {
      answer.token();
      scan.texts(answer);
    }
  }

  @Override
  public void document(JsonNode line, Gathering answer) {
    if (line.hasNonNull("error")) {
      answer.error("error: " + Gathering.message(line.path("error")));
    }
    JsonNode message = line.path("message");
    String content = message.path("content").asText("");
    String thinking = message.path("thinking").asText("");
    String tools =
        message.path("tool_calls").isEmpty() ? "" : message.path("tool_calls").toString();
    if (!content.isEmpty() || !thinking.isEmpty() || !tools.isEmpty()) {
      answer.token();
    }
    answer.content(content);
    answer.reasoning(thinking);
    answer.toolCall(tools);
    if (line.path("done").asBoolean(false)) {
      answer.finish(line.path("done_reason").asText("stop"));
      answer.usage(
          Gathering.count(line.path("prompt_eval_count")),
          Gathering.count(line.path("eval_count")),
          Gathering.count(line.path("prompt_eval_cached_count")));
      answer.serverTimes(ServerTimings.ofOllama(line));
    }
  }
}
