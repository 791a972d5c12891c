package dev.facsimile.replay.simulator;

import dev.facsimile.trace.file.Json;
import java.util.function.IntSupplier;

/** OpenAI's responses. */
final class ResponsesReplies implements Dialect {
  private final Ask ask;
  private final String id;
  private final IntSupplier cachedTokens;
  private final AnswerTimes times;
  private int events;

  ResponsesReplies(Ask ask, String id, IntSupplier cachedTokens, AnswerTimes times) {
    this.ask = ask;
    this.id = id;
    this.cachedTokens = cachedTokens;
    this.times = times;
  }

  @Override
  public String start() {
    String response = "\"response\":" + response("in_progress", "[]", "null");
    return event("response.created", response)
        + event("response.in_progress", response)
        + event(
            "response.output_item.added", "\"output_index\":0,\"item\":" + item("in_progress", ""))
        + event("response.content_part.added", place() + ",\"part\":" + part("\"\""));
  }

  @Override
  public String tokens(int count, int made) {
    return event(
        "response.output_text.delta", place() + ",\"delta\":\"" + WORD.repeat(count) + "\"");
  }

  @Override
  public boolean repeats() {
    return false;
  }

  @Override
  public String end(int count) {
    String text = Dialect.text(ask.outputTokens());
    String item = item("completed", part(text));
    String kind = ask.endsByItself() ? "completed" : "incomplete";
    return tokens(count, ask.outputTokens())
        + event("response.output_text.done", place() + ",\"text\":" + text)
        + event("response.content_part.done", place() + ",\"part\":" + part(text))
        + event("response.output_item.done", "\"output_index\":0,\"item\":" + item)
        + event("response." + kind, "\"response\":" + response(kind, "[" + item + "]", usage()));
  }

  @Override
  public String error(String message) {
    return event(
        "error", "\"code\":\"server_error\",\"message\":" + Json.line(message) + ",\"param\":null");
  }

  @Override
  public String document() {
    String item = item("completed", part(Dialect.text(ask.outputTokens())));
    return response(ask.endsByItself() ? "completed" : "incomplete", "[" + item + "]", usage());
  }

  private String event(String type, String fields) {
    return "event: "
        + type
        + "\ndata: {\"type\":\""
        + type
        + "\",\"sequence_number\":"
        + events++
        + ","
        + fields
        + "}\n\n";
  }

  private String place() {
    return "\"item_id\":\"msg_" + id + "\",\"output_index\":0,\"content_index\":0";
  }

  private static String part(String text) {
    return "{\"type\":\"output_text\",\"text\":" + text + ",\"annotations\":[]}";
  }

  private String item(String status, String content) {
    return "{\"id\":\"msg_"
        + id
        + "\",\"type\":\"message\",\"status\":\""
        + status
        + "\",\"role\":\"assistant\",\"content\":["
        + content
        + "]}";
  }

  private String response(String status, String output, String usage) {
    String because = status.equals("incomplete") ? "{\"reason\":\"max_output_tokens\"}" : "null";
    return "{\"id\":\"resp_"
        + id
        + "\",\"object\":\"response\",\"created_at\":0,\"status\":\""
        + status
        + "\",\"error\":null,\"incomplete_details\":"
        + because
        + ",\"model\":"
        + Json.line(ask.model())
        + ",\"output\":"
        + output
        + ",\"usage\":"
        + usage
        + (usage.equals("null") ? "" : "," + times.metrics(ask.outputTokens()))
        + "}";
  }

  private String usage() {
    return "{\"input_tokens\":"
        + ask.promptTokens()
        + ",\"input_tokens_details\":{\"cached_tokens\":"
        + cachedTokens.getAsInt()
        + "},\"output_tokens\":"
        + ask.outputTokens()
        + ",\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":"
        + ((long) ask.promptTokens() + ask.outputTokens())
        + "}";
  }
}
