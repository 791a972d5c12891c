package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * ShareGPT-style conversations: {@code conversations} of messages {@code from} and {@code value}.
 */
final class ShareGptDataset implements LogFormat {
  private static final Map<String, String> ROLES =
      Map.ofEntries(
          Map.entry("human", "user"),
          Map.entry("user", "user"),
          Map.entry("gpt", "assistant"),
          Map.entry("chatgpt", "assistant"),
          Map.entry("assistant", "assistant"),
          Map.entry("bing", "assistant"),
          Map.entry("bard", "assistant"),
          Map.entry("model", "assistant"),
          Map.entry("system", "system"),
          Map.entry("tool", "tool"),
          Map.entry("function_call", "assistant"),
          Map.entry("observation", "tool"));

  @Override
  public FormatFacts facts() {
    return FormatFacts.of("sharegpt", Shape.JSON, Clock.RELATIVE, Dialogue.NO_COUNTS);
  }

  @Override
  public List<String> clockFindings() {
    return Dialogue.NO_CLOCK;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("conversations")
        ? Optional.of("its first entry has conversations")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return ShareGptDataset::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    JsonNode written =
        fields
            .json("conversations")
            .filter(JsonNode::isArray)
            .orElseThrow(() -> Fields.missing("conversations", "an array of messages"));
    ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    for (JsonNode message : written) {
      String from = message.has("from") ? "from" : "role";
      String role = ROLES.get(message.path(from).asText());
      JsonNode text = message.has("value") ? message.get("value") : message.path("content");
      if (role == null || !text.isTextual()) {
        throw new MalformedRow("a message has no known sender or no text, expected from and value");
      }
      messages.addObject().put("role", role).put("content", text.textValue());
    }
    String id = fields.text("id").orElse(fields.rowId());
    new Dialogue(id, fields.text("model"), messages, Optional.empty()).giveOut(rows);
  }
}
