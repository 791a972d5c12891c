package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.endpoint.ChunkScan.Key;
import dev.facsimile.replay.endpoint.ChunkScan.Meaning;
import java.util.OptionalInt;

/**
 * Text Generation Inference: an event for each token; the last one has the whole text and counts.
 */
final class TgiDialect implements Dialect {
  private static final ChunkScan.Keys KEYS =
      new ChunkScan.Keys(
          Key.of("text", 2, 2, Meaning.TEXT),
          Key.of("special", 2, 2, Meaning.READ_IF_TRUE),
          Key.of("details", 1, 1, Meaning.READ_IF_OBJECT),
          Key.of("error", 1, 1, Meaning.READ_UNLESS_NULL));

  private final ChunkScan scan = new ChunkScan(KEYS);

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    scan.scan(bytes, from, to);
    if (!scan.readInFull()) {
      if (scan.token()) {
        answer.token();
        scan.texts(answer);
      }
      return;
    }
    JsonNode event = Dialect.tree(bytes, from, to, answer);
    JsonNode token = event.path("token");
    // The end-of-sequence token has a text that no user sees.
    if (!token.path("text").asText("").isEmpty() && !token.path("special").asBoolean(false)) {
      answer.token();
      answer.content(token.path("text").asText(""));
    }
    details(event, answer);
  }

  private static void details(JsonNode event, Gathering answer) {
    if (event.hasNonNull("error")) {
      answer.error("error event: " + Gathering.message(event.path("error")));
    }
    JsonNode details = event.path("details");
    if (details.path("finish_reason").isTextual()) {
      answer.finish(details.path("finish_reason").textValue());
    }
    answer.usage(
        Gathering.count(details.path("input_length")),
        Gathering.count(details.path("generated_tokens")),
        OptionalInt.empty());
  }

  @Override
  public void document(JsonNode body, Gathering answer) {
    JsonNode whole = body.isArray() ? body.path(0) : body;
    String text = whole.path("generated_text").asText("");
    if (!text.isEmpty()) {
      answer.token();
      answer.content(text);
    }
    details(whole, answer);
    if (whole.has("generated_text") && answer.finishReason().isEmpty()) {
      answer.done();
    }
  }
}
