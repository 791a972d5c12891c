package dev.facsimile.trace.text.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Optional;

/** Conversations as ShareGPT's data sets write them: messages {@code from} and {@code value}. */
public final class ShareGpt {
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

  private ShareGpt() {}

  /**
   * Messages in OpenAI's form.
   *
   * @param written the messages; {@code role} and {@code content} do as names, too
   * @return empty if one of them has no known sender or no text
   */
  public static Optional<ArrayNode> messages(JsonNode written) {
    ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    for (JsonNode message : written) {
      String role = ROLES.get(message.path(message.has("from") ? "from" : "role").asText());
      JsonNode text = message.has("value") ? message.get("value") : message.path("content");
      if (role == null || !text.isTextual()) {
        return Optional.empty();
      }
      messages.addObject().put("role", role).put("content", text.textValue());
    }
    return Optional.of(messages);
  }
}
