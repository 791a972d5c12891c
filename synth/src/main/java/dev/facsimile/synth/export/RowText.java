package dev.facsimile.synth.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.JsonStrings;

/** What a row's request says: its own messages, or text of the planned length. */
final class RowText {
  private RowText() {}

  /** The prompt as one text. */
  static String of(WorkloadRow row, ExportContext context) {
    if (row.messages().isEmpty()) {
      return context.texts().of(row.request(), row.inputTokens());
    }
    return context.texts().vocabulary().written(tree(row.messages().get()));
  }

  /** The prompt as the JSON of an array of chat messages. */
  static String messages(WorkloadRow row, ExportContext context) {
    if (row.messages().isPresent()) {
      return row.messages().get();
    }
    StringBuilder text = new StringBuilder("[{\"role\": \"user\", \"content\": ");
    JsonStrings.quote(of(row, context), text);
    return text.append("}]").toString();
  }

  private static JsonNode tree(String json) {
    try {
      return Json.tree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a workload's messages are no JSON", e);
    }
  }
}
