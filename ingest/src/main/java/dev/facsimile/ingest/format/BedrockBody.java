package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The bodies in a Bedrock log: the request's, and the answer's, which is an object or, when it was
 * streamed, the list of its events. Bodies above 100 kB lie elsewhere in S3 and are absent here.
 */
final class BedrockBody {
  private static final long MILLISECOND = 1_000_000;
  private static final String INVOCATION = "amazon-bedrock-invocationMetrics";

  private final Fields fields;
  private final JsonNode input;
  private final JsonNode output;

  BedrockBody(Fields fields) {
    this.fields = fields;
    this.input = fields.container("input.inputBodyJson").orElse(none());
    this.output = fields.container("output.outputBodyJson").orElse(none());
  }

  private static JsonNode none() {
    return JsonNodeFactory.instance.missingNode();
  }

  /** The request's own limit. */
  OptionalInt maxTokens() throws MalformedRow {
    return fields.firstTokens(
        "input.inputBodyJson.inferenceConfig.maxTokens", "input.inputBodyJson.max_tokens");
  }

  /** Time to the whole answer, which only Converse and streamed answers tell. */
  OptionalLong latency() throws MalformedRow {
    Optional<JsonNode> converse = anywhere("metrics", "latencyMs");
    return millis(converse.isPresent() ? converse : anywhere(INVOCATION, "invocationLatency"));
  }

  /** Time to the first byte of a streamed answer. */
  OptionalLong firstByte() throws MalformedRow {
    return millis(anywhere(INVOCATION, "firstByteLatency"));
  }

  /** Why the model stopped. */
  Optional<String> stopReason() {
    for (JsonNode event : events()) {
      for (JsonNode place :
          List.of(event, event.path("messageStop"), event.path("delta"), event.path("message"))) {
        for (String name : List.of("stopReason", "stop_reason")) {
          if (place.path(name).isTextual() && !place.path(name).textValue().isEmpty()) {
            return Optional.of(place.path(name).textValue());
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The prompt and, unless it was streamed, the answer. */
  Optional<String> content() {
    Optional<JsonNode> system =
        Optional.of(input.path("system")).filter(s -> s.isArray() || s.isTextual());
    Optional<JsonNode> tools =
        Optional.of(input.path("toolConfig").path("tools")).filter(JsonNode::isArray);
    return Content.of(
        Content.messages(system, Optional.of(input.path("messages"))),
        tools.isPresent() ? tools : Optional.of(input.path("tools")),
        answer());
  }

  private Optional<JsonNode> answer() {
    JsonNode converse = output.path("output").path("message").path("content");
    JsonNode parts = converse.isArray() ? converse : output.path("content");
    if (!parts.isArray()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(part.path("text").asText()));
    return Optional.of(Content.answer(text.toString()));
  }

  private Iterable<JsonNode> events() {
    return output.isArray() ? output : List.of(output);
  }

  private Optional<JsonNode> anywhere(String group, String name) {
    Optional<JsonNode> found = Optional.empty();
    for (JsonNode event : events()) {
      for (JsonNode place : List.of(event.path(group), event.path("metadata").path(group))) {
        found = place.has(name) ? Optional.of(place.get(name)) : found;
      }
    }
    return found;
  }

  private static OptionalLong millis(Optional<JsonNode> value) throws MalformedRow {
    JsonNode latency = JsonNodeFactory.instance.objectNode().set("latency", value.orElse(none()));
    return new JsonFields("", latency).time("latency", MILLISECOND);
  }
}
