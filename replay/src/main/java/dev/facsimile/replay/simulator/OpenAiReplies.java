package dev.facsimile.replay.simulator;

import dev.facsimile.trace.file.Json;
import java.util.function.IntSupplier;

/** Chat completions and completions. */
final class OpenAiReplies implements Dialect {
  private final Ask ask;
  private final String id;
  private final IntSupplier cachedTokens;
  private final AnswerTimes times;
  private final boolean chat;

  OpenAiReplies(Ask ask, String id, IntSupplier cachedTokens, AnswerTimes times, boolean chat) {
    this.ask = ask;
    this.id = (chat ? "chatcmpl-" : "cmpl-") + id;
    this.cachedTokens = cachedTokens;
    this.times = times;
    this.chat = chat;
  }

  @Override
  public String start() {
    return chat ? chunk("\"delta\":{\"role\":\"assistant\",\"content\":\"\"}", "null", 0) : "";
  }

  @Override
  public String tokens(int count, int made) {
    return chunk(content(count), "null", made);
  }

  @Override
  public boolean repeats() {
    return !ask.continuousUsage();
  }

  @Override
  public String end(int count) {
    int made = ask.outputTokens();
    String last = chunk(content(count), '"' + finish() + '"', made);
    String usage =
        ask.usage()
            ? "data: {"
                + head(true)
                + ",\"choices\":[],"
                + usageField(made)
                + ","
                + times.metrics(made)
                + "}\n\n"
            : "";
    return last + usage + "data: [DONE]\n\n";
  }

  @Override
  public String error(String message) {
    return "data: {\"error\":{\"message\":"
        + Json.line(message)
        + ",\"type\":\"InternalServerError\",\"param\":null,\"code\":500}}\n\ndata: [DONE]\n\n";
  }

  @Override
  public String document() {
    int made = ask.outputTokens();
    String text = Dialect.text(made);
    String content =
        chat ? "\"message\":{\"role\":\"assistant\",\"content\":" + text + "}" : "\"text\":" + text;
    return "{"
        + head(false)
        + ",\"choices\":[{\"index\":0,"
        + content
        + ",\"finish_reason\":\""
        + finish()
        + "\"}],"
        + usageField(made)
        + ","
        + times.metrics(made)
        + "}";
  }

  private static String word(int count) {
    return '"' + WORD.repeat(count) + '"';
  }

  private String content(int count) {
    return chat ? "\"delta\":{\"content\":" + word(count) + "}" : "\"text\":" + word(count);
  }

  private String finish() {
    return ask.endsByItself() ? "stop" : "length";
  }

  private String chunk(String content, String finish, int made) {
    return "data: {"
        + head(true)
        + ",\"choices\":[{\"index\":0,"
        + content
        + ",\"finish_reason\":"
        + finish
        + "}]"
        + (ask.continuousUsage() ? "," + usageField(made) : "")
        + "}\n\n";
  }

  private String head(boolean chunk) {
    String object = chat ? "chat.completion" + (chunk ? ".chunk" : "") : "text_completion";
    return "\"id\":\""
        + id
        + "\",\"object\":\""
        + object
        + "\",\"created\":0,\"model\":"
        + Json.line(ask.model());
  }

  private String usageField(int made) {
    return "\"usage\":{\"prompt_tokens\":"
        + ask.promptTokens()
        + ",\"completion_tokens\":"
        + made
        + ",\"total_tokens\":"
        + ((long) ask.promptTokens() + made)
        + ",\"prompt_tokens_details\":{\"cached_tokens\":"
        + cachedTokens.getAsInt()
        + "}}";
  }
}
