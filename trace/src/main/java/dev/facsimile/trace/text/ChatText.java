package dev.facsimile.trace.text;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Chat messages as the text that is tokenized: for each message its role, a line end, its content,
 * a line end. A plain stand-in where a model's own chat template is not known or refuses them; what
 * such a template adds is not counted.
 */
public final class ChatText {
  private ChatText() {}

  /** The text of an array of messages. */
  public static String of(JsonNode messages) {
    StringBuilder text = new StringBuilder();
    for (JsonNode message : messages) {
      text.append(message.path("role").asText()).append('\n');
      append(message.path("content"), text);
      append(message.path("tool_calls"), text);
      text.append('\n');
    }
    return text.toString();
  }

  /** The text of a chat completion's first answer; empty if it has none. */
  public static String ofAnswer(JsonNode response) {
    StringBuilder text = new StringBuilder();
    JsonNode message = response.path("choices").path(0).path("message");
    append(message.path("reasoning_content"), text);
    append(message.path("content"), text);
    append(message.path("tool_calls"), text);
    return text.toString();
  }

  private static void append(JsonNode content, StringBuilder text) {
    if (content.isTextual()) {
      text.append(content.textValue());
    } else if (content.isArray()) {
      for (JsonNode part : content) {
        text.append(
            part.path("text").isTextual() ? part.path("text").textValue() : part.toString());
      }
    }
  }
}
