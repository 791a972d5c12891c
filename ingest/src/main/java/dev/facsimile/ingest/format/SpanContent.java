package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a GenAI span holds of prompt and answer, in the shapes of the conventions or of OpenAI. */
final class SpanContent {
  private SpanContent() {}

  /** Messages, tools and answer, if they were recorded. */
  static Optional<String> of(Fields span) throws MalformedRow {
    Optional<JsonNode> messages =
        Content.messages(
            span.container("gen_ai.system_instructions").map(SpanContent::text),
            span.container("gen_ai.input.messages").map(SpanContent::messages));
    Optional<String> answer =
        span.json("gen_ai.output.text").filter(JsonNode::isTextual).map(JsonNode::textValue);
    Optional<JsonNode> output = span.container("gen_ai.output.messages");
    if (answer.isEmpty() && output.isPresent()) {
      answer = Optional.of(text(messages(output.get()).path(0).path("content")).asText());
    }
    return Content.of(
        messages, span.container("gen_ai.tool.definitions"), answer.map(Content::answer));
  }

  /** Messages of parts, as the conventions write them, as messages of contents. */
  private static JsonNode messages(JsonNode messages) {
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode message : messages) {
      if (message.isObject() && message.path("parts").isArray()) {
        ObjectNode plain = JsonNodeFactory.instance.objectNode();
        plain.put("role", message.path("role").asText());
        plain.set("content", text(message.path("parts")));
        all.add(plain);
      } else {
        all.add(message);
      }
    }
    return JsonNodeFactory.instance.arrayNode().addAll(all);
  }

  /** Parts as one text; a part that is no text as its JSON. */
  private static JsonNode text(JsonNode parts) {
    if (!parts.isArray()) {
      return parts;
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode part : parts) {
      JsonNode own = part.has("content") ? part.get("content") : part.path("text");
      text.append(own.isTextual() ? own.textValue() : part.toString());
    }
    return JsonNodeFactory.instance.textNode(text.toString());
  }
}
