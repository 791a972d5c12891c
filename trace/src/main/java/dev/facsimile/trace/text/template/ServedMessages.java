package dev.facsimile.trace.text.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Messages of a chat request as an inference server (vLLM's OpenAI endpoint) hands them to a
 * template: content is a text, empty where it was null, its text parts joined by line ends; the
 * arguments of tool calls are objects, where requests carry them as JSON in a text. Content with
 * other parts, such as images, stays as it is.
 */
public final class ServedMessages {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ServedMessages() {}

  /** The messages as a template takes them; {@code requested} is not changed. */
  public static ArrayNode of(JsonNode requested) {
    ArrayNode served = JSON.arrayNode();
    for (JsonNode message : requested) {
      if (message.isObject()) {
        served.add(message((ObjectNode) message));
      } else {
        served.add(message);
      }
    }
    return served;
  }

  private static ObjectNode message(ObjectNode requested) {
    ObjectNode served = requested.deepCopy();
    text(served.path("content")).ifPresent(text -> served.put("content", text));
    for (JsonNode call : served.path("tool_calls")) {
      JsonNode arguments = call.path("function").path("arguments");
      if (arguments.isTextual()) {
        object(arguments.textValue())
            .ifPresent(value -> ((ObjectNode) call.get("function")).set("arguments", value));
      }
    }
    return served;
  }

  private static Optional<String> text(JsonNode content) {
    if (content.isMissingNode() || content.isNull()) {
      return Optional.of("");
    }
    if (!content.isArray()) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode part : content) {
      JsonNode text = part.isTextual() ? part : part.path("text");
      if (!text.isTextual()) {
        return Optional.empty();
      }
      texts.add(text.textValue());
    }
    return Optional.of(String.join("\n", texts));
  }

  private static Optional<JsonNode> object(String arguments) {
    try {
      JsonNode value = arguments.isBlank() ? JSON.objectNode() : Json.tree(arguments);
      return Optional.of(value).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
