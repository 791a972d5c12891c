package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;

/** A protocol that the user describes in a {@link Template}. */
final class TemplateEndpoint implements Endpoint {
  static final String NAME = "template";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Endpoints.Settings settings;
  private final Template template;

  TemplateEndpoint(Endpoints.Settings settings) {
    this.settings = settings;
    this.template =
        settings
            .template()
            .orElseThrow(() -> new InputException("endpoint template needs its file, --template"));
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.NONE);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return template.path();
  }

  @Override
  public Map<String, String> headers() {
    return template.headers();
  }

  @Override
  public boolean sendsMessages() {
    return template.has("messages");
  }

  @Override
  public boolean sendsCacheSalt() {
    return template.has("cache_salt");
  }

  @Override
  public byte[] body(Ask ask) {
    try {
      JsonNode filled = fill(template.body(), ask);
      if (filled instanceof ObjectNode object) {
        settings.extraBody().properties().forEach(f -> object.set(f.getKey(), f.getValue()));
      }
      return JSON.writeValueAsBytes(filled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode fill(JsonNode node, Ask ask) throws IOException {
    if (node.isObject()) {
      ObjectNode object = NODES.objectNode();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        object.set(field.getKey(), fill(field.getValue(), ask));
      }
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = NODES.arrayNode();
      for (JsonNode element : node) {
        array.add(fill(element, ask));
      }
      return array;
    }
    return node.isTextual() ? fill(node.textValue(), ask) : node;
  }

  /** A text that is one place becomes that value; places inside a text become text. */
  private JsonNode fill(String text, Ask ask) throws IOException {
    Matcher place = Template.PLACE.matcher(text);
    if (place.matches()) {
      return value(place.group(1), ask);
    }
    place.reset();
    StringBuilder filled = new StringBuilder();
    while (place.find()) {
      JsonNode value = value(place.group(1), ask);
      String shown = value.isContainerNode() ? value.toString() : value.asText();
      place.appendReplacement(filled, Matcher.quoteReplacement(shown));
    }
    place.appendTail(filled);
    return NODES.textNode(filled.toString());
  }

  private JsonNode value(String place, Ask ask) throws IOException {
    WorkloadRow row = ask.row();
    return switch (place) {
      case "prompt" -> NODES.textNode(ask.prompt());
      case "messages" -> messages(ask);
      case "model" -> NODES.textNode(settings.model());
      case "input_tokens" -> NODES.numberNode(row.inputTokens());
      case "output_tokens" -> NODES.numberNode(ask.maxTokens());
      case "reasoning_tokens" -> {
        OptionalInt reasoning = row.request().tokens().reasoning();
        yield NODES.numberNode(reasoning.orElse(0));
      }
      case "stream" -> NODES.booleanNode(streamed(row));
      case "request_id" -> NODES.textNode(row.request().id());
      case "session_id" ->
          NODES.textNode(row.request().conversation().sessionId().orElse(row.request().id()));
      case "tenant" -> NODES.textNode(row.request().origin().tenant().orElse(""));
      case "cache_salt" -> NODES.textNode(ask.cacheSalt().orElse(""));
      default -> throw new IllegalStateException("the template's reader lets no " + place + " in");
    };
  }

  private static JsonNode messages(Ask ask) throws IOException {
    if (ask.row().messages().isPresent()) {
      return JSON.readTree(ask.row().messages().get());
    }
    return NODES
        .arrayNode()
        .add(NODES.objectNode().put("role", "user").put("content", ask.prompt()));
  }

  private boolean streamed(WorkloadRow row) {
    return template.stream() != Template.Stream.NONE && Ask.streamed(row);
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    Dialect dialect = new TemplateDialect(template);
    return template.stream() == Template.Stream.LINES
        ? HttpAnswer.ofLines(dialect, streamed(row), settings.reading(row))
        : HttpAnswer.ofEvents(dialect, streamed(row), settings.reading(row));
  }
}
