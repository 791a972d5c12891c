package dev.facsimile.trace.text.prompt;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Tokens that a server was found to count beyond those that a tokenizer and its chat template tell
 * of: a template that is not beside the tokenizer, another version of it, a system prompt of the
 * server's own, a mark at the start of every text. Negative where it counts fewer.
 *
 * @param promptTokens around a prompt of one message, or one text
 * @param turnTokens for each earlier turn of a conversation, besides
 */
public record ServerOverhead(int promptTokens, int turnTokens) {

  /** As the files tell. */
  public static final ServerOverhead NONE = new ServerOverhead(0, 0);

  ServerOverhead plus(ServerOverhead more) {
    return new ServerOverhead(promptTokens + more.promptTokens, turnTokens + more.turnTokens);
  }

  /** The overhead of a conversation: each of its answers makes an earlier turn. */
  int of(JsonNode messages) {
    int turns = 0;
    for (JsonNode message : messages) {
      turns += message.path("role").asText().equals("assistant") ? 1 : 0;
    }
    return promptTokens + turns * turnTokens;
  }
}
