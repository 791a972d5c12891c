package dev.facsimile.replay.simulator;

import dev.facsimile.trace.file.Json;
import java.util.function.IntSupplier;

/** Anthropic's messages. Its input tokens leave out those from the cache. */
final class MessagesReplies implements Dialect {
  private final Ask ask;
  private final String id;
  private final IntSupplier cachedTokens;

  MessagesReplies(Ask ask, String id, IntSupplier cachedTokens) {
    this.ask = ask;
    this.id = id;
    this.cachedTokens = cachedTokens;
  }

  @Override
  public String start() {
    return event("message_start", "\"message\":" + message("[]", "null", usage(0)))
        + event(
            "content_block_start",
            "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
  }

  @Override
  public String tokens(int count, int made) {
    return event(
        "content_block_delta",
        "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" + WORD.repeat(count) + "\"}");
  }

  @Override
  public boolean repeats() {
    return true;
  }

  @Override
  public String end(int count) {
    return tokens(count, ask.outputTokens())
        + event("content_block_stop", "\"index\":0")
        + event(
            "message_delta",
            "\"delta\":{\"stop_reason\":"
                + reason()
                + ",\"stop_sequence\":null},\"usage\":"
                + usage(ask.outputTokens()))
        + event("message_stop", "");
  }

  @Override
  public String error(String message) {
    return event(
        "error", "\"error\":{\"type\":\"api_error\",\"message\":" + Json.line(message) + "}");
  }

  @Override
  public String document() {
    String content = "[{\"type\":\"text\",\"text\":" + Dialect.text(ask.outputTokens()) + "}]";
    return message(content, reason(), usage(ask.outputTokens()));
  }

  private static String event(String type, String fields) {
    return "event: "
        + type
        + "\ndata: {\"type\":\""
        + type
        + "\""
        + (fields.isEmpty() ? "" : "," + fields)
        + "}\n\n";
  }

  private String message(String content, String stopReason, String usage) {
    return "{\"id\":\"msg_"
        + id
        + "\",\"type\":\"message\",\"role\":\"assistant\",\"model\":"
        + Json.line(ask.model())
        + ",\"content\":"
        + content
        + ",\"stop_reason\":"
        + stopReason
        + ",\"stop_sequence\":null,\"usage\":"
        + usage
        + "}";
  }

  private String reason() {
    return ask.endsByItself() ? "\"end_turn\"" : "\"max_tokens\"";
  }

  private String usage(int outputTokens) {
    return "{\"input_tokens\":"
        + (ask.promptTokens() - cachedTokens.getAsInt())
        + ",\"cache_read_input_tokens\":"
        + cachedTokens.getAsInt()
        + ",\"output_tokens\":"
        + outputTokens
        + "}";
  }
}
