package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A conversation of a dataset, in OpenAI's messages: every answer in it was a request whose prompt
 * is all that came before, and a last message without an answer is one too. A dataset knows no
 * times: all arrivals are 0.
 *
 * @param id of the session
 * @param messages with role and content
 */
record Dialogue(String id, Optional<String> model, ArrayNode messages, Optional<JsonNode> tools) {

  /** What all datasets have to say of their clock. */
  static final List<String> NO_CLOCK =
      List.of(
          "a dataset has no times: all arrivals are 0; it is a source of prompts and lengths, not of"
              + " arrivals");

  /** What all datasets have to say of their input tokens. */
  static final String NO_COUNTS = "unknown: a dataset has text alone, which --tokenizer counts";

  /** Gives out its requests, turn by turn. */
  void giveOut(LogRows rows) {
    ArrayNode prompt = JsonNodeFactory.instance.arrayNode();
    int turn = 0;
    for (JsonNode message : messages) {
      boolean answer = message.path("role").asText().equals("assistant");
      if (answer && !prompt.isEmpty()) {
        rows.accepted(row(turn++, prompt, Optional.of(message)));
      }
      prompt.add(message);
    }
    boolean open = !messages.path(messages.size() - 1).path("role").asText().equals("assistant");
    if (open && !messages.isEmpty()) {
      rows.accepted(row(turn++, prompt, Optional.empty()));
    }
    if (turn == 0) {
      rows.skipped("a conversation in which nothing was asked");
    }
  }

  private TraceRow row(int turn, ArrayNode prompt, Optional<JsonNode> answer) {
    Request request =
        Request.of(id + ":" + turn, 0, Tokens.UNKNOWN)
            .from(Origin.ofModel(model))
            .within(new Conversation(Optional.of(id), OptionalInt.of(turn), Optional.empty()));
    return new TraceRow(
        request,
        Observed.NOTHING,
        Content.of(Optional.of(prompt), tools, answer.map(Dialogue::response)));
  }

  private static JsonNode response(JsonNode message) {
    var response = JsonNodeFactory.instance.objectNode();
    response.putArray("choices").addObject().set("message", message);
    return response;
  }
}
