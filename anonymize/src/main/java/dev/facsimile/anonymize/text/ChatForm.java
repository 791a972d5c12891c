package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.text.ChatText;
import dev.facsimile.trace.text.template.ChatTemplate;
import dev.facsimile.trace.text.template.Rendering;
import dev.facsimile.trace.text.template.ServedMessages;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Prompts as the model's chat template writes them, or as plain text where there is no template or
 * where it refuses the messages, as at ingest.
 */
final class ChatForm {
  /** A character that no prompt has: it marks where a message's text begins. */
  private static final char MARK = '\uF8F0';

  private static final String REASONING_END = "</think>";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Optional<ChatTemplate> template;

  ChatForm(Optional<ChatTemplate> template) {
    this.template = template;
  }

  /**
   * A prompt.
   *
   * @param text as it is tokenized
   * @param plain whether it is plain text, without a template
   * @param starts where the text of messages begins, behind its leading white space, by the
   *     message's index; of messages without text, or where the template changes it, there is none
   */
  record Prompt(String text, boolean plain, Map<Integer, Integer> starts) {}

  /** The prompt of {@code content}. */
  Prompt prompt(JsonNode content) {
    JsonNode messages = content.path("messages");
    Optional<String> rendered = rendered(messages, tools(content), true);
    if (rendered.isEmpty()) {
      return plain(messages);
    }
    return new Prompt(rendered.get(), false, starts(messages, tools(content), rendered.get()));
  }

  /** The text of a prompt that is made in the same form as another one. */
  String like(Prompt other, JsonNode content) {
    JsonNode messages = content.path("messages");
    return other.plain()
        ? ChatText.of(messages)
        : rendered(messages, tools(content), true).orElse("");
  }

  /** A message by itself, as near to its place in a prompt as the template allows. */
  String alone(JsonNode message) {
    ArrayNode between = JSON.arrayNode();
    between.addObject().put("role", "user").put("content", "a");
    between.add(message);
    return rendered(between, Optional.empty(), false)
        .or(() -> rendered(JSON.arrayNode().add(message), Optional.empty(), false))
        .orElseGet(() -> ChatText.of(JSON.arrayNode().add(message)));
  }

  /** A prompt of next to nothing with these tools; absent where tools are not written. */
  Optional<String> tools(JsonNode tools, boolean withSystem) {
    ArrayNode messages = JSON.arrayNode();
    if (withSystem) {
      messages.addObject().put("role", "system").put("content", "a");
    }
    messages.addObject().put("role", "user").put("content", "a");
    return rendered(messages, Optional.of(tools), true);
  }

  private static Optional<JsonNode> tools(JsonNode content) {
    return Optional.of(content.path("tools")).filter(list -> list.isArray() && !list.isEmpty());
  }

  private Optional<String> rendered(
      JsonNode messages, Optional<JsonNode> tools, boolean addGenerationPrompt) {
    if (template.isEmpty()) {
      return Optional.empty();
    }
    Rendering rendering =
        template.get().render(ServedMessages.of(messages), tools, addGenerationPrompt);
    return rendering instanceof Rendering.Prompt prompt
        ? Optional.of(prompt.text())
        : Optional.empty();
  }

  private static Prompt plain(JsonNode messages) {
    StringBuilder text = new StringBuilder();
    Map<Integer, Integer> starts = new HashMap<>();
    for (int i = 0; i < messages.size(); i++) {
      int role = messages.get(i).path("role").asText().length() + 1;
      int before = text.length() + role;
      int message = i;
      firstText(messages.get(i)).ifPresent(first -> starts.put(message, before + visible(first)));
      text.append(ChatText.of(JSON.arrayNode().add(messages.get(i))));
    }
    return new Prompt(text.toString(), true, starts);
  }

  /** Renders once more with a mark before each text, which must change nothing else. */
  private Map<Integer, Integer> starts(
      JsonNode messages, Optional<JsonNode> tools, String rendered) {
    Map<Integer, Integer> starts = new HashMap<>();
    if (rendered.indexOf(MARK) >= 0) {
      return starts;
    }
    ArrayNode marked = JSON.arrayNode();
    for (JsonNode message : messages) {
      marked.add(marked(message));
    }
    String text = rendered(marked, tools, true).orElse("");
    if (!text.replace(String.valueOf(MARK), "").equals(rendered)) {
      return starts;
    }
    int marks = 0;
    int at = text.indexOf(MARK);
    for (int i = 0; i < marked.size(); i++) {
      if (marked.get(i) != messages.get(i) && at >= 0) {
        starts.put(i, at - marks++);
        at = text.indexOf(MARK, at + 1);
      }
    }
    long wanted = starts.size();
    return text.length() - rendered.length() == wanted ? starts : new HashMap<>();
  }

  private static JsonNode marked(JsonNode message) {
    Optional<String> first = firstText(message);
    if (first.isEmpty()) {
      return message;
    }
    int lead = visible(first.get());
    String text = first.get().substring(0, lead) + MARK + first.get().substring(lead);
    ObjectNode copy = ((ObjectNode) message).deepCopy();
    JsonNode content = copy.get("content");
    if (content.isTextual()) {
      return copy.put("content", text);
    }
    if (content.get(0).isTextual()) {
      ((ArrayNode) content).set(0, JSON.textNode(text));
    } else {
      ((ObjectNode) content.get(0)).put("text", text);
    }
    return copy;
  }

  /** The text that a message begins with, where it is not blank. */
  private static Optional<String> firstText(JsonNode message) {
    JsonNode content = message.path("content");
    JsonNode first = content.isArray() ? content.path(0) : content;
    JsonNode text = first.isObject() ? first.path("text") : first;
    return Optional.of(text)
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .filter(value -> !value.substring(answerStart(value)).isBlank());
  }

  /**
   * Where an answer begins behind the reasoning that stands before it: templates leave out the
   * reasoning of earlier turns.
   */
  static int answerStart(String text) {
    int end = text.lastIndexOf(REASONING_END);
    return end < 0 ? 0 : end + REASONING_END.length();
  }

  private static int visible(String text) {
    int start = answerStart(text);
    return start + leadingSpace(text.substring(start));
  }

  /** Characters of white space at the start; all of a blank text. */
  static int leadingSpace(String text) {
    return text.length() - text.stripLeading().length();
  }
}
