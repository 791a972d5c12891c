package dev.facsimile.anonymize.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Goes through every string of a content, with the path to it. Only keys that the API itself
 * defines are told; a key of somebody's own, as in a tool's arguments, is a star.
 */
final class ContentPaths {
  private static final Set<String> KEYS =
      Set.of(
          "messages",
          "role",
          "content",
          "type",
          "text",
          "reasoning_content",
          "refusal",
          "name",
          "tool_calls",
          "tool_call_id",
          "function",
          "arguments",
          "input",
          "id",
          "tools",
          "description",
          "parameters",
          "response",
          "choices",
          "message",
          "finish_reason",
          "image_url",
          "url",
          "input_audio",
          "data",
          "file",
          "usage",
          "model",
          "object");

  private ContentPaths() {}

  /** Gives each string with its path, such as {@code messages[*].content}. */
  static void walk(JsonNode node, BiConsumer<String, String> texts) {
    walk("", node, texts);
  }

  private static void walk(String path, JsonNode node, BiConsumer<String, String> texts) {
    if (node.isTextual()) {
      texts.accept(path, node.textValue());
    } else if (node.isArray()) {
      for (JsonNode item : node) {
        walk(path + "[*]", item, texts);
      }
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.propertyStream().toList()) {
        String key = KEYS.contains(field.getKey()) ? field.getKey() : "*";
        walk(path.isEmpty() ? key : path + "." + key, field.getValue(), texts);
      }
    }
  }
}
