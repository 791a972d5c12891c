package dev.facsimile.trace.text.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A model's chat template, rendered as Hugging Face's {@code apply_chat_template} does: Jinja with
 * {@code trim_blocks} and {@code lstrip_blocks}, in a sandbox where nothing can be changed. What of
 * Jinja is not supported is refused by name and line. A rendering is bounded in steps, text and
 * depth. Safe for use by several threads.
 */
public final class ChatTemplate {
  private static final String CONFIGURATION = "tokenizer_config.json";
  private static final String JINJA = "chat_template.jinja";
  private static final List<String> SPECIAL_TOKENS =
      List.of(
          "bos_token",
          "eos_token",
          "unk_token",
          "sep_token",
          "pad_token",
          "cls_token",
          "mask_token");

  private final Path file;
  private final String sha256;
  private final List<Statement> program;
  private final Map<String, Value> specialTokens;
  private final Clock clock;

  private ChatTemplate(
      Path file,
      String sha256,
      List<Statement> program,
      Map<String, Value> specialTokens,
      Clock clock) {
    this.file = file;
    this.sha256 = sha256;
    this.program = program;
    this.specialTokens = specialTokens;
    this.clock = clock;
  }

  /**
   * The template of a tokenizer: the file {@code chat_template.jinja} beside it, or else {@code
   * chat_template} in the {@code tokenizer_config.json} beside it, of several the one named {@code
   * default}. Absent if there is none.
   *
   * @param tokenizerJson the tokenizer's file
   * @param clock what {@code strftime_now} reads
   * @throws InputException if a configuration cannot be read, or its template uses what is not
   *     supported
   */
  public static Optional<ChatTemplate> load(Path tokenizerJson, Clock clock) throws IOException {
    Path configuration = tokenizerJson.resolveSibling(CONFIGURATION);
    Path jinja = tokenizerJson.resolveSibling(JINJA);
    JsonNode fields = Json.tree("{}");
    if (Files.exists(configuration)) {
      fields = fields(configuration);
    }
    Map<String, Value> tokens = specialTokens(fields);
    if (Files.exists(jinja)) {
      return Optional.of(parse(jinja, text(jinja), tokens, clock));
    }
    Optional<String> template = chosen(configuration, fields.path("chat_template"));
    return template.isPresent()
        ? Optional.of(parse(configuration, template.get(), tokens, clock))
        : Optional.empty();
  }

  /** The files that {@link #load} reads, of those beside a tokenizer. */
  public static List<Path> files(Path tokenizerJson) {
    return Stream.of(CONFIGURATION, JINJA)
        .map(tokenizerJson::resolveSibling)
        .filter(Files::exists)
        .toList();
  }

  private static JsonNode fields(Path configuration) throws IOException {
    try {
      JsonNode fields = Json.tree(text(configuration));
      if (fields.isObject()) {
        return fields;
      }
    } catch (JsonProcessingException e) {
      throw new InputException(configuration, "is not JSON: " + e.getOriginalMessage(), e);
    }
    throw new InputException(configuration, "is not a JSON object, expected a configuration");
  }

  private static String text(Path file) throws IOException {
    InputFiles.requireFile(file);
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new InputException(file, "is not text in UTF-8", e);
    }
  }

  private static Map<String, Value> specialTokens(JsonNode fields) {
    Map<String, Value> tokens = new HashMap<>();
    for (String name : SPECIAL_TOKENS) {
      JsonNode token = fields.path(name);
      JsonNode content = token.isObject() ? token.path("content") : token;
      if (content.isTextual()) {
        tokens.put(name, Value.of(content.textValue()));
      }
    }
    return tokens;
  }

  private static Optional<String> chosen(Path configuration, JsonNode template) {
    if (template.isMissingNode() || template.isNull()) {
      return Optional.empty();
    }
    if (template.isTextual()) {
      return Optional.of(template.textValue());
    }
    for (JsonNode named : template) {
      if (named.path("name").asText().equals("default") && named.path("template").isTextual()) {
        return Optional.of(named.path("template").textValue());
      }
    }
    throw new InputException(
        configuration,
        "chat_template is "
            + template.getNodeType()
            + ", expected a text or a list with a"
            + " template named default");
  }

  private static ChatTemplate parse(
      Path file, String template, Map<String, Value> tokens, Clock clock) throws IOException {
    try {
      return new ChatTemplate(
          file, InputFiles.sha256(file), TemplateParser.parse(template), tokens, clock);
    } catch (TemplateException e) {
      throw new InputException(file, "its chat template, " + e.getMessage(), e);
    }
  }

  /** SHA-256 of the file the template is in, lower-case hex. */
  public String sha256() {
    return sha256;
  }

  /**
   * The prompt of a conversation.
   *
   * @param messages an array of messages as an inference server hands them to a template
   * @param tools an array of tools; none if absent
   * @param addGenerationPrompt end with what opens the model's answer
   */
  public Rendering render(
      JsonNode messages, Optional<JsonNode> tools, boolean addGenerationPrompt) {
    Map<String, Value> variables = new HashMap<>(specialTokens);
    variables.put("messages", JsonValues.of(messages));
    variables.put("tools", tools.map(JsonValues::of).orElse(Value.NONE));
    variables.put("documents", Value.NONE);
    variables.put("add_generation_prompt", Value.of(addGenerationPrompt));
    Budget budget = new Budget();
    Evaluator evaluator = new Evaluator(budget, new Functions(budget, clock).all());
    try {
      Renderer renderer = new Renderer(evaluator, budget);
      return new Rendering.Prompt(renderer.render(program, Scope.of(variables)));
    } catch (TemplateException e) {
      return new Rendering.Refused(
          file + ": its chat template, line " + evaluator.line() + ": " + e.getMessage());
    }
  }
}
