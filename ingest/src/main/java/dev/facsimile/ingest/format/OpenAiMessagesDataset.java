package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Conversations in OpenAI's {@code messages}, without a time. */
final class OpenAiMessagesDataset implements LogFormat {

  @Override
  public FormatFacts facts() {
    return FormatFacts.of("openai-messages", Shape.JSON, Clock.RELATIVE, Dialogue.NO_COUNTS);
  }

  @Override
  public List<String> clockFindings() {
    return Dialogue.NO_CLOCK;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("messages") && isUntimed(sample)
        ? Optional.of("its first entry has messages and no field of a time")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return OpenAiMessagesDataset::read;
  }

  /** What has both messages and a time is a log of something, which a mapping must describe. */
  private static boolean isUntimed(Sample sample) {
    JsonNode entry = sample.firstObject().or(sample::firstElement).orElseThrow();
    Iterator<String> names = entry.fieldNames();
    while (names.hasNext()) {
      String name = names.next().toLowerCase(Locale.ROOT);
      if (name.contains("time") || name.contains("created") || name.contains("date")) {
        return false;
      }
    }
    return true;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    JsonNode messages =
        fields
            .json("messages")
            .filter(JsonNode::isArray)
            .orElseThrow(() -> Fields.missing("messages", "an array of messages"));
    for (JsonNode message : messages) {
      if (!message.path("role").isTextual()) {
        throw new MalformedRow("a message has no role, expected OpenAI's messages");
      }
    }
    String id = fields.firstText("id", "conversation_id").orElse(fields.rowId());
    new Dialogue(id, fields.text("model"), (ArrayNode) messages, fields.json("tools"))
        .giveOut(rows);
  }
}
