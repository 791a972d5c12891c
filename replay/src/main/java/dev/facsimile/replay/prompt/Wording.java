package dev.facsimile.replay.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.WorkloadRow;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one request says.
 *
 * @param row the plan, with the chat messages where it is sent as such
 * @param prompt the prompt's text; empty where the row has messages
 * @param tools definitions of tools
 * @param tokens tokens of all of it, where they are known
 */
public record Wording(
    WorkloadRow row, String prompt, Optional<JsonNode> tools, OptionalInt tokens) {

  /** A text. */
  static Wording text(WorkloadRow row, String prompt, OptionalInt tokens) {
    return new Wording(row, prompt, Optional.empty(), tokens);
  }

  /** Chat messages, as JSON. */
  static Wording messages(WorkloadRow row, JsonNode messages, OptionalInt tokens) {
    return literal(
        new WorkloadRow(row.request(), row.intent(), Optional.of(messages.toString())), tokens);
  }

  /** The messages that the row has. */
  static Wording literal(WorkloadRow row, OptionalInt tokens) {
    return new Wording(row, "", Optional.empty(), tokens);
  }

  Wording with(Optional<JsonNode> definitions) {
    return new Wording(row, prompt, definitions, tokens);
  }
}
