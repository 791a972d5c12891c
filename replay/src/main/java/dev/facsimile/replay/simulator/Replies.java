package dev.facsimile.replay.simulator;

import dev.facsimile.trace.file.Json;
import java.nio.charset.StandardCharsets;

/** The JSON that the simulated server answers, in OpenAI's form. */
final class Replies {
  static final byte[] DONE = bytes("data: [DONE]\n\n");
  private static final String WORD = " word";

  private Replies() {}

  /** The first chunk of a chat stream: a role, no token. */
  static byte[] role(Ask ask) {
    return chunk(ask, "\"delta\":{\"role\":\"assistant\",\"content\":\"\"}", "null");
  }

  /** A chunk with one token. */
  static byte[] token(Ask ask, boolean last) {
    String text =
        ask.chat() ? "\"delta\":{\"content\":\"" + WORD + "\"}" : "\"text\":\"" + WORD + "\"";
    return chunk(ask, text, last ? "\"length\"" : "null");
  }

  /** The chunk that tells the usage. */
  static byte[] usage(Ask ask) {
    return bytes("data: {" + head(ask, true) + ",\"choices\":[]," + usageField(ask) + "}\n\n");
  }

  /** A whole answer. */
  static byte[] document(Ask ask) {
    String text = "\"" + (WORD.repeat(ask.outputTokens())).strip() + "\"";
    String content =
        ask.chat()
            ? "\"message\":{\"role\":\"assistant\",\"content\":" + text + "}"
            : "\"text\":" + text;
    return bytes(
        "{"
            + head(ask, false)
            + ",\"choices\":[{\"index\":0,"
            + content
            + ",\"finish_reason\":\"length\"}],"
            + usageField(ask)
            + "}");
  }

  static byte[] error(String message, String type, int code) {
    return bytes(
        "{\"error\":{\"message\":"
            + Json.line(message)
            + ",\"type\":\""
            + type
            + "\",\"param\":null,\"code\":"
            + code
            + "}}");
  }

  static byte[] models() {
    return bytes(
        "{\"object\":\"list\",\"data\":[{\"id\":\"simulated\",\"object\":\"model\",\"created\":0,"
            + "\"owned_by\":\"facsimile\"}]}");
  }

  static byte[] health() {
    return bytes("{\"status\":\"ok\",\"simulation\":true}");
  }

  private static byte[] chunk(Ask ask, String content, String finish) {
    return bytes(
        "data: {"
            + head(ask, true)
            + ",\"choices\":[{\"index\":0,"
            + content
            + ",\"finish_reason\":"
            + finish
            + "}]}\n\n");
  }

  private static String head(Ask ask, boolean chunk) {
    String object = ask.chat() ? "chat.completion" + (chunk ? ".chunk" : "") : "text_completion";
    return "\"id\":\"simulated\",\"object\":\""
        + object
        + "\",\"created\":0,\"model\":"
        + Json.line(ask.model());
  }

  private static String usageField(Ask ask) {
    return "\"usage\":{\"prompt_tokens\":"
        + ask.promptTokens()
        + ",\"completion_tokens\":"
        + ask.outputTokens()
        + ",\"total_tokens\":"
        + ((long) ask.promptTokens() + ask.outputTokens())
        + "}";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
