package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.anonymize.policy.ToolCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Goes through the messages, tools and answer of one row and makes the released ones, field by
 * field: a field not named here is dropped and counted.
 */
final class ContentWalk {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Endings that make a name of a tool longer by a token or some. */
  private static final List<String> NAME_ENDINGS =
      List.of("", "_a", "_a_b", "_a_b_c", "_a_b_c_d", "_a_b_c_d_e");

  private static final Set<String> ROLES =
      Set.of(
          "system",
          "developer",
          "user",
          "human",
          "assistant",
          "model",
          "gpt",
          "bot",
          "tool",
          "function",
          "ipython",
          "observation");
  private static final Set<String> FIELDS =
      Set.of("role", "content", "reasoning_content", "tool_calls", "tool_call_id", "name");
  private static final Set<String> CONTENT = Set.of("messages", "tools", "response");

  private final PromptTokens prompt;
  private final TextMask mask;
  private final TokenFit fit;
  private final ToolCalls tools;
  private final Map<String, String> callIds = new HashMap<>();

  ContentWalk(PromptTokens prompt, TextMask mask, TokenFit fit, ToolCalls tools) {
    this.prompt = prompt;
    this.mask = mask;
    this.fit = fit;
    this.tools = tools;
  }

  /** The released content. */
  ObjectNode walk(JsonNode content) {
    countOthers(content, CONTENT);
    ObjectNode released = JSON.objectNode();
    if (content.path("tools").isArray() && !content.path("tools").isEmpty()) {
      released.set("tools", tools(content.path("tools")));
    }
    ArrayNode messages = released.putArray("messages");
    int index = 0;
    for (JsonNode message : content.path("messages")) {
      messages.add(message(message, index++));
    }
    JsonNode answer = content.path("response").path("choices").path(0).path("message");
    if (answer.isObject()) {
      released.putObject("response").putArray("choices").addObject().set("message", answer(answer));
    }
    return released;
  }

  private void countOthers(JsonNode node, Set<String> known) {
    Iterator<String> names = node.fieldNames();
    while (names.hasNext()) {
      if (!known.contains(names.next())) {
        mask.dropped("fields");
      }
    }
  }

  private ObjectNode message(JsonNode message, int index) {
    ObjectNode released = role(message);
    JsonNode reasoning = message.path("reasoning_content");
    if (reasoning.isTextual()) {
      released.put("reasoning_content", mask.text(prompt.elsewhere(reasoning.textValue())));
    }
    JsonNode content = message.path("content");
    if (content.isTextual()) {
      released.put("content", text(content.textValue(), index));
    } else if (content.isArray()) {
      released.set("content", parts(content, index));
    } else if (content.isNull()) {
      released.putNull("content");
    } else if (content.isObject()) {
      released.put("content", mask.text(prompt.elsewhere(content.toString())));
    }
    if (message.path("tool_calls").isArray() && !message.path("tool_calls").isEmpty()) {
      return withCalls(message, released, fit.alone());
    }
    return released;
  }

  private String text(String content, int index) {
    int answer = ChatForm.answerStart(content);
    String reasoning = answer == 0 ? "" : mask.text(prompt.elsewhere(content.substring(0, answer)));
    List<String> rest = List.of(content.substring(answer));
    return reasoning + mask.text(prompt.contents(index, rest).get(0));
  }

  private ObjectNode role(JsonNode message) {
    countOthers(message, FIELDS);
    ObjectNode released = JSON.objectNode();
    String role = message.path("role").asText();
    released.put("role", ROLES.contains(role) ? role : mask.text(prompt.elsewhere(role)));
    if (message.path("tool_call_id").isTextual()) {
      released.put("tool_call_id", callId(message.path("tool_call_id").textValue()));
    }
    if (message.path("name").isTextual() && (role.equals("tool") || role.equals("function"))) {
      released.put("name", mask.toolName(message.path("name").textValue()));
    }
    return released;
  }

  private String callId(String id) {
    return callIds.computeIfAbsent(id, raw -> "call_" + (callIds.size() + 1));
  }

  private ArrayNode parts(JsonNode content, int index) {
    List<String> texts = new ArrayList<>();
    for (JsonNode part : content) {
      JsonNode text = part.isTextual() ? part : part.path("text");
      texts.add(text.isTextual() ? text.textValue() : part.toString());
    }
    ArrayNode released = JSON.arrayNode();
    List<Slot> slots = prompt.contents(index, texts);
    for (int i = 0; i < slots.size(); i++) {
      JsonNode part = content.get(i);
      boolean isText = part.isTextual() || part.path("text").isTextual();
      if (!isText) {
        mask.dropped("parts_without_text");
      }
      Slot slot = slots.get(i);
      String text = isText ? mask.text(slot) : mask.padding(slot, slot.tokens());
      if (part.isTextual()) {
        released.add(text);
      } else {
        released.addObject().put("type", "text").put("text", text);
      }
    }
    return released;
  }

  /** A message with calls, its calls as the policy allows; as plain text where they cannot fit. */
  private ObjectNode withCalls(JsonNode message, ObjectNode released, TokenFit.Form form) {
    JsonNode calls = message.path("tool_calls");
    List<Slot> slots = new ArrayList<>();
    for (JsonNode call : calls) {
      slots.add(prompt.elsewhere(text(call.path("function").path("arguments"))));
    }
    int wanted = form.tokens(message);
    if (tools == ToolCalls.NUMBER) {
      Optional<ObjectNode> kept = withKeptArguments(calls, slots, released, wanted, form);
      if (kept.isPresent()) {
        return kept.get();
      }
      ObjectNode called = released.deepCopy();
      if (fit.lastOf(slots, wanted, form, tokens -> called(called, calls, slots, tokens))) {
        return called;
      }
      mask.dropped("call_structures");
    }
    ObjectNode flat = released.deepCopy();
    flat.remove("reasoning_content");
    Slot slot = slots.get(slots.size() - 1);
    fit.lastOf(slots, wanted, form, tokens -> flat.put("content", mask.padding(slot, tokens)));
    return flat;
  }

  /** Arguments as they are, with names of tools that give the count, if any do. */
  private Optional<ObjectNode> withKeptArguments(
      JsonNode calls, List<Slot> slots, ObjectNode released, int wanted, TokenFit.Form form) {
    List<Optional<String>> arguments = slots.stream().map(mask::kept).toList();
    if (!arguments.stream().allMatch(Optional::isPresent)) {
      return Optional.empty();
    }
    ObjectNode called = released.deepCopy();
    for (String ending : NAME_ENDINGS) {
      ArrayNode all = called.putArray("tool_calls");
      for (int i = 0; i < calls.size(); i++) {
        ObjectNode function = call(all, calls.get(i), ending);
        function.put("arguments", arguments.get(i).orElseThrow());
      }
      if (form.tokens(called) == wanted) {
        return Optional.of(called);
      }
    }
    return Optional.empty();
  }

  private ObjectNode call(ArrayNode all, JsonNode raw, String nameEnding) {
    ObjectNode call = all.addObject();
    call.put("id", callId(raw.path("id").asText()));
    call.put("type", "function");
    String name = mask.toolName(raw.path("function").path("name").asText());
    return call.putObject("function").put("name", name + nameEnding);
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : node.toString();
  }

  /** Puts the calls into {@code released}, the last one's arguments of {@code lastTokens}. */
  private ObjectNode called(ObjectNode released, JsonNode calls, List<Slot> slots, int lastTokens) {
    ArrayNode all = released.putArray("tool_calls");
    for (int i = 0; i < calls.size(); i++) {
      boolean last = i == calls.size() - 1;
      int tokens = last ? lastTokens : slots.get(i).tokens();
      call(all, calls.get(i), "").put("arguments", mask.arguments(slots.get(i), tokens));
    }
    return released;
  }

  private ArrayNode tools(JsonNode offered) {
    List<Slot> slots = new ArrayList<>();
    for (JsonNode tool : offered) {
      slots.add(prompt.elsewhere(tool.toString()));
    }
    ArrayNode released = JSON.arrayNode();
    TokenFit.Form form = fit.tools();
    fit.lastOf(
        slots, form.tokens(offered), form, tokens -> offer(released, offered, slots, tokens));
    return released;
  }

  private ArrayNode offer(ArrayNode released, JsonNode offered, List<Slot> slots, int lastTokens) {
    released.removeAll();
    for (int i = 0; i < offered.size(); i++) {
      JsonNode function = offered.get(i).path("function");
      String name = function.isObject() ? function.path("name").asText() : text(offered.get(i));
      int tokens = i == offered.size() - 1 ? lastTokens : Math.max(1, slots.get(i).tokens() - 16);
      ObjectNode tool = released.addObject();
      tool.put("type", "function");
      tool.putObject("function")
          .put("name", mask.toolName(name))
          .put("description", mask.padding(slots.get(i), tokens));
    }
    return released;
  }

  private ObjectNode answer(JsonNode answer) {
    ObjectNode released = role(answer);
    if (answer.path("reasoning_content").isTextual()) {
      released.put(
          "reasoning_content", mask.text(prompt.answer(answer.path("reasoning_content").asText())));
    }
    if (answer.path("content").isTextual()) {
      released.put("content", mask.text(prompt.answer(answer.path("content").textValue())));
    } else if (answer.path("content").isArray()) {
      released.set("content", parts(answer.path("content"), -1));
    }
    if (answer.path("tool_calls").isArray() && !answer.path("tool_calls").isEmpty()) {
      return withCalls(answer, released, fit.answer());
    }
    return released;
  }
}
