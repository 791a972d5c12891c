package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.WorkloadRow;
import java.util.Optional;

/**
 * What one request is to say.
 *
 * @param row the plan
 * @param prompt the prompt's text; empty where the row carries its own messages
 * @param cacheSalt requests of different salts share nothing in a prefix cache
 * @param tools definitions of tools, an array in OpenAI's form; only where the protocol sends them
 */
public record Ask(
    WorkloadRow row, String prompt, Optional<String> cacheSalt, Optional<JsonNode> tools) {

  /** A prompt without tools. */
  public Ask(WorkloadRow row, String prompt, Optional<String> cacheSalt) {
    this(row, prompt, cacheSalt, Optional.empty());
  }

  /** A prompt without a salt. */
  public static Ask of(WorkloadRow row, String prompt) {
    return new Ask(row, prompt, Optional.empty());
  }

  /** Servers refuse a limit of 0. */
  int maxTokens() {
    return Math.max(1, row.outputTokens());
  }

  /** Whether the answer is asked for as a stream; yes, unless the row says no. */
  static boolean streamed(WorkloadRow row) {
    return row.request().streaming().orElse(true);
  }

  boolean streamed() {
    return streamed(row);
  }
}
