package dev.facsimile.replay.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;

/**
 * What a client asks of the simulated server.
 *
 * @param chat chat completion rather than text completion
 * @param model the model's name, echoed
 * @param promptTokens words of the prompt, at least 1
 * @param outputTokens tokens to make
 * @param stream whether to stream
 * @param usage whether a stream ends with the usage
 */
record Ask(
    boolean chat, String model, int promptTokens, int outputTokens, boolean stream, boolean usage) {
  private static final int DEFAULT_OUTPUT = 16;

  /**
   * Reads a request body.
   *
   * @throws IllegalArgumentException if it asks for nothing that can be done; the message says why
   */
  static Ask read(boolean chat, String body) {
    JsonNode json;
    try {
      json = Json.tree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the body is not valid JSON: " + e.getOriginalMessage(), e);
    }
    JsonNode prompt = chat ? json.path("messages") : json.path("prompt");
    if (prompt.isMissingNode() || prompt.isNull()) {
      throw new IllegalArgumentException((chat ? "messages" : "prompt") + " is missing");
    }
    return new Ask(
        chat,
        json.path("model").asText("simulated"),
        Math.max(1, words(prompt)),
        outputTokens(json),
        json.path("stream").asBoolean(false),
        json.path("stream_options").path("include_usage").asBoolean(false));
  }

  private static int outputTokens(JsonNode json) {
    JsonNode limit =
        json.hasNonNull("max_completion_tokens")
            ? json.path("max_completion_tokens")
            : json.path("max_tokens");
    if (limit.isMissingNode() || limit.isNull()) {
      return DEFAULT_OUTPUT;
    }
    if (!limit.canConvertToInt() || limit.intValue() < 1) {
      throw new IllegalArgumentException("max_tokens is " + limit + ", expected 1 or more");
    }
    return limit.intValue();
  }

  /** Words in every text of a prompt: a string, a list of texts or token ids, or messages. */
  private static int words(JsonNode node) {
    if (node.isTextual()) {
      return words(node.textValue());
    }
    if (node.isNumber()) {
      return 1;
    }
    int words = 0;
    if (node.isArray()) {
      for (JsonNode element : node) {
        words += words(element);
      }
    } else if (node.isObject()) {
      words = words(node.path("content")) + words(node.path("text"));
    }
    return words;
  }

  private static int words(String text) {
    int words = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      boolean blank = Character.isWhitespace(text.charAt(i));
      words += inside || blank ? 0 : 1;
      inside = !blank;
    }
    return words;
  }
}
