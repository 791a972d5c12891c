package dev.facsimile.trace.text.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.InputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes the chat requests of an agent: definitions of tools, the user's message, a call and the
 * call's result, all of it together of exactly the planned number of tokens through the chat
 * template. The definitions are the same in all requests. Safe for use by several threads.
 */
public final class ToolPrompts {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int TRIES = 24;
  private static final List<String> NAMES =
      List.of(
          "search_documents",
          "read_file",
          "list_files",
          "run_query",
          "write_note",
          "get_weather",
          "send_message",
          "find_orders",
          "open_page",
          "count_rows",
          "plan_route",
          "check_status");
  private static final List<String> ARGUMENTS =
      List.of("query", "path", "name", "limit", "language", "reason");

  private final PromptComposer composer;
  private final ArrayNode tools;
  private final LongAdder withoutCall = new LongAdder();
  private final LongAdder withoutTools = new LongAdder();

  /**
   * A chat request.
   *
   * @param messages its messages
   * @param tools its definitions of tools; absent where the plan was too short for them
   * @param tokens its tokens, counted whole
   */
  public record Asked(ArrayNode messages, Optional<JsonNode> tools, int tokens) {}

  /**
   * Requests with definitions of tools.
   *
   * @param composer writes their texts; counts chat
   * @param count how many tools are defined, from 1
   */
  public ToolPrompts(PromptComposer composer, int count) {
    if (count < 1 || composer.vocabulary().counting() != Counting.CHAT) {
      throw new InputException(
          "tools are sent in chat requests only, at least one: count chat with a tokenizer that has"
              + " a chat template");
    }
    this.composer = composer;
    this.tools = definitions(count);
  }

  private ArrayNode definitions(int count) {
    ArrayNode all = JSON.arrayNode();
    for (int i = 0; i < count; i++) {
      Request key = Request.of("tool " + i, 0, 0, 0);
      ObjectNode function = all.addObject().put("type", "function").putObject("function");
      int again = i / NAMES.size();
      function.put("name", NAMES.get(i % NAMES.size()) + (again == 0 ? "" : "_" + again));
      function.put("description", composer.message(key, "description", 12));
      ObjectNode parameters = function.putObject("parameters").put("type", "object");
      ObjectNode properties = parameters.putObject("properties");
      for (int a = 0; a < 1 + i % 3; a++) {
        properties
            .putObject(ARGUMENTS.get((i + a) % ARGUMENTS.size()))
            .put("type", "string")
            .put("description", composer.message(key, "argument " + a, 6));
      }
      parameters.putArray("required").add(ARGUMENTS.get(i % ARGUMENTS.size()));
    }
    return all;
  }

  /**
   * The request of {@code tokens} tokens; without a call or without tools if those are too long.
   */
  public Asked of(Request request, int tokens) {
    Optional<Asked> called = fitted(request, tokens, true);
    Optional<Asked> asked = called.or(() -> fitted(request, tokens, false));
    if (called.isEmpty()) {
      (asked.isPresent() ? withoutCall : withoutTools).increment();
    }
    if (asked.isPresent()) {
      composer.counted(tokens);
      return asked.get();
    }
    ComposedPrompt plain = composer.compose(request, tokens);
    return new Asked(user(plain.text()), Optional.empty(), plain.tokens());
  }

  /** What is to be told of the requests so far: one sentence each. */
  public List<String> found() {
    List<String> found = new ArrayList<>();
    if (withoutCall.sum() > 0) {
      found.add(withoutCall.sum() + " requests are too short for a call and its result.");
    }
    if (withoutTools.sum() > 0) {
      found.add(withoutTools.sum() + " requests are too short for the definitions of the tools.");
    }
    return found;
  }

  /** Tries lengths of the last text until the whole has the count. */
  private Optional<Asked> fitted(Request request, int tokens, boolean withCall) {
    Optional<JsonNode> defined = Optional.of(tools);
    int least = composer.vocabulary().opening().wordTokens();
    int spare = tokens - count(messages(request, least, least, withCall), defined);
    if (spare < 0) {
      return Optional.empty();
    }
    int result = least + (withCall ? spare / 2 : 0);
    int text = least + spare - (result - least);
    Set<Integer> tried = new HashSet<>();
    for (int i = 0; i < TRIES && result >= least && text >= least; i++) {
      ArrayNode messages = messages(request, text, result, withCall);
      int off = tokens - count(messages, defined);
      if (off == 0) {
        return Optional.of(new Asked(messages, defined, tokens));
      }
      int next = (withCall ? result : text) + off;
      while (!tried.add(next)) {
        next++;
      }
      result = withCall ? next : result;
      text = withCall ? text : next;
    }
    return Optional.empty();
  }

  private int count(ArrayNode messages, Optional<JsonNode> defined) {
    return composer.vocabulary().count(messages, defined);
  }

  private static ArrayNode user(String text) {
    ArrayNode messages = JSON.arrayNode();
    messages.addObject().put("role", "user").put("content", text);
    return messages;
  }

  private ArrayNode messages(Request request, int text, int result, boolean withCall) {
    int framed = text + composer.vocabulary().frameTokens();
    ArrayNode messages = user(composer.text(request, framed));
    if (withCall) {
      String id = "call_" + Integer.toHexString(request.id().hashCode());
      JsonNode function = tools.get(Math.floorMod(request.id().hashCode(), tools.size()));
      String argument =
          function.path("function").path("parameters").path("required").path(0).asText();
      ObjectNode call =
          messages
              .addObject()
              .put("role", "assistant")
              .put("content", "")
              .putArray("tool_calls")
              .addObject();
      call.put("id", id).put("type", "function");
      call.putObject("function")
          .put("name", function.path("function").path("name").asText())
          .put(
              "arguments",
              "{\"" + argument + "\": \"" + composer.message(request, "call", 4) + "\"}");
      messages
          .addObject()
          .put("role", "tool")
          .put("tool_call_id", id)
          .put("content", composer.message(request, "result", result));
    }
    return messages;
  }
}
