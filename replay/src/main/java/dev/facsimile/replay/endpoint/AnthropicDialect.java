package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.endpoint.ChunkScan.Key;
import dev.facsimile.replay.endpoint.ChunkScan.Meaning;
import dev.facsimile.replay.http.SseParser;
import java.util.OptionalInt;

/**
 * Anthropic messages: a {@code content_block_delta} with text, thinking or a part of a tool's input
 * is a token. Its input count leaves out what came from the cache, ours never does.
 */
final class AnthropicDialect implements Dialect {
  private static final String DELTA = "content_block_delta";
  private static final ChunkScan.Keys KEYS =
      new ChunkScan.Keys(
          Key.of("text", 2, 2, Meaning.TEXT),
          Key.of("thinking", 2, 2, Meaning.TEXT, KeptText.Part.REASONING),
          Key.of("partial_json", 2, 2, Meaning.TEXT, KeptText.Part.TOOL_CALL));

  private final ChunkScan scan = new ChunkScan(KEYS);

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    if (name.equals(DELTA)) {
      scan.scan(bytes, from, to);
      if (scan.token()) {
        answer.token();
        scan.texts(answer);
      }
      return;
    }
    if (name.equals("ping") || name.startsWith("content_block_st")) {
      return;
    }
    JsonNode event = Dialect.tree(bytes, from, to, answer);
    String type = name.equals(SseParser.MESSAGE) ? event.path("type").asText("") : name;
    switch (type) {
      case "message_start" -> usage(event.path("message").path("usage"), answer);
      case DELTA -> delta(event.path("delta"), answer);
      case "message_delta" -> {
        JsonNode reason = event.path("delta").path("stop_reason");
        if (reason.isTextual()) {
          answer.finish(reason.textValue());
        }
        usage(event.path("usage"), answer);
      }
      case "message_stop" -> answer.done();
      case "error" -> answer.error("error event: " + Gathering.message(event.path("error")));
      default -> {
        // Anything else, and whatever is added to the protocol, says nothing that replay records.
      }
    }
  }

  private static void delta(JsonNode delta, Gathering answer) {
    String text = delta.path("text").asText("");
    String thinking = delta.path("thinking").asText("");
    String tool = delta.path("partial_json").asText("");
    if (!text.isEmpty() || !thinking.isEmpty() || !tool.isEmpty()) {
      answer.token();
    }
    answer.content(text);
    answer.reasoning(thinking);
    answer.toolCall(tool);
  }

  private static void usage(JsonNode usage, Gathering answer) {
    OptionalInt fresh = Gathering.count(usage.path("input_tokens"));
    OptionalInt read = Gathering.count(usage.path("cache_read_input_tokens"));
    OptionalInt written = Gathering.count(usage.path("cache_creation_input_tokens"));
    OptionalInt input =
        fresh.isPresent()
            ? OptionalInt.of(fresh.getAsInt() + read.orElse(0) + written.orElse(0))
            : fresh;
    answer.usage(input, Gathering.count(usage.path("output_tokens")), read);
  }

  @Override
  public void document(JsonNode body, Gathering answer) {
    if (body.path("type").asText("").equals("error")) {
      answer.error("error: " + Gathering.message(body.path("error")));
    }
    boolean token = false;
    for (JsonNode block : body.path("content")) {
      String text = block.path("text").asText("");
      String thinking = block.path("thinking").asText("");
      String tool = block.has("input") ? block.path("input").toString() : "";
      token |= !text.isEmpty() || !thinking.isEmpty() || !tool.isEmpty();
      answer.content(text);
      answer.reasoning(thinking);
      answer.toolCall(tool);
    }
    if (token) {
      answer.token();
    }
    if (body.path("stop_reason").isTextual()) {
      answer.finish(body.path("stop_reason").textValue());
    }
    usage(body.path("usage"), answer);
  }
}
