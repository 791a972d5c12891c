package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.facsimile.trace.text.content.ShareGpt;
import java.util.List;
import java.util.Optional;

/**
 * ShareGPT-style conversations: {@code conversations} of messages {@code from} and {@code value}.
 */
final class ShareGptDataset implements LogFormat {
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
  public boolean rowsStandAlone() {
    return true;
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
    ArrayNode messages =
        ShareGpt.messages(written)
            .orElseThrow(
                () ->
                    new MalformedRow(
                        "a message has no known sender or no text, expected from and value"));
    String id = fields.text("id").orElse(fields.rowId());
    new Dialogue(id, fields.text("model"), messages, Optional.empty()).giveOut(rows);
  }
}
