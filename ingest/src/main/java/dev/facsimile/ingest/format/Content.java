package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** A row's content: messages, tools and response in the shapes of OpenAI's chat completions. */
final class Content {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Content() {}

  /** A prompt's messages, its tools and its response; absent without messages. */
  static Optional<String> of(
      Optional<JsonNode> messages, Optional<JsonNode> tools, Optional<JsonNode> response) {
    if (messages.filter(JsonNode::isArray).isEmpty()) {
      return Optional.empty();
    }
    ObjectNode content = JSON.objectNode();
    content.set("messages", messages.get());
    tools.filter(JsonNode::isArray).ifPresent(list -> content.set("tools", list));
    response.ifPresent(answer -> content.set("response", answer));
    return Optional.of(content.toString());
  }

  /** A prompt that is one text, and its answer; absent without a prompt. */
  static Optional<String> ofPrompt(Optional<String> prompt, Optional<String> answer) {
    return prompt.flatMap(
        text -> {
          ArrayNode messages = JSON.arrayNode();
          messages.addObject().put("role", "user").put("content", text);
          return of(Optional.of(messages), Optional.empty(), answer.map(Content::answer));
        });
  }

  /** The response whose one answer is {@code text}. */
  static JsonNode answer(String text) {
    ObjectNode response = JSON.objectNode();
    response
        .putArray("choices")
        .addObject()
        .putObject("message")
        .put("role", "assistant")
        .put("content", text);
    return response;
  }

  /** Messages with a system prompt that the API keeps apart from them. */
  static Optional<JsonNode> messages(Optional<JsonNode> system, Optional<JsonNode> messages) {
    if (system.isEmpty() || messages.filter(JsonNode::isArray).isEmpty()) {
      return messages;
    }
    ArrayNode all = JSON.arrayNode();
    all.addObject().put("role", "system").set("content", system.get());
    messages.get().forEach(all::add);
    return Optional.of(all);
  }

  /** The answer's reason to stop, where the response is logged. */
  static Optional<String> finishReason(Optional<JsonNode> response) {
    return response
        .map(answer -> answer.path("choices").path(0).path("finish_reason"))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .filter(reason -> !reason.isEmpty());
  }
}
