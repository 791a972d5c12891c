package dev.facsimile.replay.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads requests, and refuses bad ones in vLLM's words. */
final class AskReader {
  private static final int DEFAULT_OUTPUT = 16;

  private final PromptReader prompts;
  private final Optional<String> servedModel;
  private final int longest;
  private final OptionalInt answerTokens;
  private final SeededStreams streams;

  /**
   * A reader.
   *
   * @param servedModel the only model that is served; absent, any name is taken
   * @param longest most tokens of prompt + answer
   * @param answerTokens mean length at which an answer ends by itself; absent, it never does
   */
  AskReader(
      PromptReader prompts,
      Optional<String> servedModel,
      int longest,
      OptionalInt answerTokens,
      SeededStreams streams) {
    this.prompts = prompts;
    this.servedModel = servedModel;
    this.longest = longest;
    this.answerTokens = answerTokens;
    this.streams = streams;
  }

  PromptReader prompts() {
    return prompts;
  }

  int longest() {
    return longest;
  }

  /**
   * Reads a body.
   *
   * @throws Refusal if it asks for nothing that can be done
   */
  Ask read(Protocol protocol, String body) {
    JsonNode json = json(body);
    model(json);
    JsonNode prompt = prompt(protocol, json);
    sampling(json);
    boolean stream = json.path("stream").asBoolean(false);
    if (json.hasNonNull("stream_options") && !stream) {
      throw Refusal.badRequest("Stream options can only be defined when `stream=True`.");
    }
    long[] tokens = prompts.tokens(prompt);
    OptionalInt limit = limit(protocol, json);
    int room = room(Math.max(1, tokens.length), limit);
    int most = limit.orElse(answerTokens.isPresent() ? room : Math.min(room, DEFAULT_OUTPUT));
    int least = least(json, limit);
    int natural = natural(json, tokens);
    int output = Math.min(most, Math.max(Math.max(1, least), natural));
    JsonNode options = json.path("stream_options");
    boolean always = protocol == Protocol.RESPONSES || protocol == Protocol.MESSAGES;
    return new Ask(
        protocol,
        json.path("model").asText(servedModel.orElse("simulated")),
        Math.max(1, tokens.length),
        tokens,
        output,
        output < most,
        stream,
        always || options.path("include_usage").asBoolean(false),
        options.path("continuous_usage_stats").asBoolean(false),
        salt(json));
  }

  static JsonNode json(String body) {
    try {
      JsonNode json = Json.tree(body);
      if (!json.isObject()) {
        throw invalid("model_attributes_type", "", "Input should be a valid dictionary");
      }
      return json;
    } catch (JsonProcessingException e) {
      long at = Math.max(0, e.getLocation().getCharOffset());
      throw Refusal.invalid(
          "[{'type': 'json_invalid', 'loc': ('body', "
              + at
              + "), 'msg': 'JSON decode error', 'input': {}, 'ctx': {'error': '"
              + e.getOriginalMessage().replace('\'', ' ')
              + "'}}]");
    }
  }

  private static Refusal invalid(String type, String field, String message) {
    String place = field.isEmpty() ? "('body',)" : "('body', '" + field + "')";
    return Refusal.invalid(
        "[{'type': '" + type + "', 'loc': " + place + ", 'msg': '" + message + "'}]");
  }

  private void model(JsonNode json) {
    String name = json.path("model").asText("");
    if (servedModel.isPresent() && !name.isEmpty() && !name.equals(servedModel.get())) {
      throw Refusal.notFound("The model `" + name + "` does not exist.");
    }
  }

  private static JsonNode prompt(Protocol protocol, JsonNode json) {
    String field =
        switch (protocol) {
          case CHAT, MESSAGES -> "messages";
          case COMPLETIONS -> "prompt";
          case RESPONSES -> "input";
        };
    JsonNode prompt = json.path(field);
    if (prompt.isMissingNode() || prompt.isNull()) {
      if (protocol == Protocol.COMPLETIONS) {
        throw Refusal.badRequest("Either prompt or prompt_embeds must be provided and non-empty.");
      }
      throw invalid("missing", field, "Field required");
    }
    if (protocol == Protocol.COMPLETIONS && (prompt.isTextual() || prompt.isArray())) {
      if (prompt.isTextual() ? prompt.textValue().isEmpty() : prompt.isEmpty()) {
        throw Refusal.badRequest("Either prompt or prompt_embeds must be provided and non-empty.");
      }
      return prompt;
    }
    if (!prompt.isArray() && !(protocol == Protocol.RESPONSES && prompt.isTextual())) {
      throw invalid("list_type", field, "Input should be a valid list");
    }
    String before = protocol == Protocol.MESSAGES ? "system" : "instructions";
    return json.hasNonNull(before) && !prompt.isTextual()
        ? withFirst(json.path(before), (ArrayNode) prompt)
        : prompt;
  }

  /** System text is part of the prompt, wherever a protocol puts it. */
  private static JsonNode withFirst(JsonNode system, ArrayNode messages) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    all.addObject().put("role", "system").set("content", system);
    return all.addAll(messages);
  }

  private static void sampling(JsonNode json) {
    JsonNode temperature = json.path("temperature");
    if (temperature.isNumber() && temperature.doubleValue() < 0) {
      throw Refusal.badRequest(
          "temperature must be non-negative, got " + temperature.doubleValue() + ".");
    }
    JsonNode topP = json.path("top_p");
    if (topP.isNumber() && !(topP.doubleValue() > 0 && topP.doubleValue() <= 1)) {
      throw Refusal.badRequest("top_p must be in (0, 1], got " + topP.doubleValue() + ".");
    }
    JsonNode n = json.path("n");
    if (n.isNumber() && n.intValue() < 1) {
      throw Refusal.badRequest("n must be at least 1, got " + n.intValue() + ".");
    }
    if (n.isNumber() && n.intValue() > 1) {
      throw Refusal.badRequest("n is " + n.intValue() + ": the simulator answers once.");
    }
  }

  private static OptionalInt limit(Protocol protocol, JsonNode json) {
    String[] names =
        switch (protocol) {
          case CHAT -> new String[] {"max_completion_tokens", "max_tokens"};
          case COMPLETIONS, MESSAGES -> new String[] {"max_tokens"};
          case RESPONSES -> new String[] {"max_output_tokens"};
        };
    for (String name : names) {
      JsonNode limit = json.path(name);
      if (limit.isMissingNode() || limit.isNull()) {
        continue;
      }
      if (!limit.isIntegralNumber() || !limit.canConvertToInt()) {
        throw invalid("int_parsing", name, "Input should be a valid integer");
      }
      if (limit.intValue() < 1) {
        throw Refusal.badRequest("max_tokens must be at least 1, got " + limit.intValue() + ".");
      }
      return OptionalInt.of(limit.intValue());
    }
    if (protocol == Protocol.MESSAGES) {
      throw invalid("missing", "max_tokens", "Field required");
    }
    return OptionalInt.empty();
  }

  /** Tokens that the context has left for an answer. */
  private int room(int promptTokens, OptionalInt limit) {
    if (promptTokens >= longest) {
      throw Refusal.badRequest(
          "This model's maximum context length is "
              + longest
              + " tokens. However, your request has "
              + promptTokens
              + " input tokens. Please reduce the length of the input messages.");
    }
    int room = longest - promptTokens;
    if (limit.isPresent() && limit.getAsInt() > room) {
      throw Refusal.badRequest(
          "'max_tokens' or 'max_completion_tokens' is too large: "
              + limit.getAsInt()
              + ". This model's maximum context length is "
              + longest
              + " tokens and your request has "
              + promptTokens
              + " input tokens ("
              + limit.getAsInt()
              + " > "
              + longest
              + " - "
              + promptTokens
              + ").");
    }
    return room;
  }

  private static int least(JsonNode json, OptionalInt limit) {
    int least = json.path("min_tokens").asInt(0);
    if (least < 0) {
      throw Refusal.badRequest("min_tokens must be greater than or equal to 0, got " + least + ".");
    }
    if (limit.isPresent() && least > limit.getAsInt()) {
      throw Refusal.badRequest(
          "min_tokens must be less than or equal to max_tokens="
              + limit.getAsInt()
              + ", got "
              + least
              + ".");
    }
    return least;
  }

  /** Where an answer ends by itself: geometric, always the same for the same prompt. */
  private int natural(JsonNode json, long[] prompt) {
    if (answerTokens.isEmpty() || json.path("ignore_eos").asBoolean(false)) {
      return Integer.MAX_VALUE;
    }
    long hash = 0;
    for (long token : prompt) {
      hash = SeededStreams.mix(hash ^ token);
    }
    double draw = (streams.value("answer", hash) >>> 11) * 0x1p-53;
    double length =
        StrictMath.log(1 - draw) / StrictMath.log(1 - 1.0 / (1 + answerTokens.getAsInt()));
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE - 1, length));
  }

  private static Optional<String> salt(JsonNode json) {
    JsonNode salt = json.path("cache_salt");
    if (salt.isMissingNode() || salt.isNull()) {
      return Optional.empty();
    }
    if (!salt.isTextual() || salt.textValue().isEmpty()) {
      throw Refusal.badRequest("Parameter 'cache_salt' must be a non-empty string if provided.");
    }
    return Optional.of(salt.textValue());
  }
}
