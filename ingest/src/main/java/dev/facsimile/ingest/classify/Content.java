package dev.facsimile.ingest.classify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import java.util.List;

/** What rules ask of a request's messages. */
final class Content {
  private Content() {}

  /** Whether the request offers tools, or its messages hold a tool's call or result. */
  static boolean hasTools(TraceRow row) {
    if (row.content().isEmpty() || !row.content().get().contains("tool")) {
      return false;
    }
    JsonNode content = tree(row.content().get());
    if (!content.path("tools").isEmpty()) {
      return true;
    }
    for (JsonNode message : content.path("messages")) {
      if (message.path("role").asText().equals("tool") || !message.path("tool_calls").isEmpty()) {
        return true;
      }
    }
    return !content.findValues("tool_calls").stream().allMatch(JsonNode::isEmpty);
  }

  /** Whether one of the texts is in what the request holds. */
  static boolean contains(TraceRow row, List<String> texts) {
    if (row.content().isEmpty()) {
      return false;
    }
    String content = row.content().get();
    return texts.stream().anyMatch(text -> content.contains(escaped(text)));
  }

  /** As the text looks inside JSON. */
  private static String escaped(String text) {
    String quoted = Json.line(text);
    return quoted.substring(1, quoted.length() - 1);
  }

  private static JsonNode tree(String content) {
    try {
      return Json.tree(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("content was written by a format, yet is no JSON", e);
    }
  }
}
