package dev.facsimile.replay.simulator;

import dev.facsimile.trace.file.Json;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/** How one protocol puts an answer into JSON and events. */
interface Dialect {
  /** The text of every token. */
  String WORD = " word";

  /** Events before the first token; empty for none. */
  String start();

  /**
   * An event with tokens.
   *
   * @param made tokens so far, with these
   */
  String tokens(int count, int made);

  /** Whether events with equally many tokens are equal. */
  boolean repeats();

  /** Events of the last tokens and of the end. */
  String end(int count);

  /** An error event in the middle of a stream. */
  String error(String message);

  /** The whole answer, not streamed. */
  String document();

  /**
   * The dialect of an answer.
   *
   * @param cachedTokens tells the prompt tokens from the cache, once the answer has begun
   * @param times when it was made, known once its last token is
   */
  static Dialect of(Ask ask, String id, IntSupplier cachedTokens, AnswerTimes times) {
    return switch (ask.protocol()) {
      case CHAT -> new OpenAiReplies(ask, id, cachedTokens, times, true);
      case COMPLETIONS -> new OpenAiReplies(ask, id, cachedTokens, times, false);
      case RESPONSES -> new ResponsesReplies(ask, id, cachedTokens, times);
      case MESSAGES -> new MessagesReplies(ask, id, cachedTokens);
    };
  }

  /** An answer that is an error, in the protocol's form. */
  static byte[] error(Protocol protocol, int status, String type, String message) {
    String json =
        protocol == Protocol.MESSAGES
            ? "{\"type\":\"error\",\"error\":{\"type\":\""
                + (status == 429 ? "rate_limit_error" : "invalid_request_error")
                + "\",\"message\":"
                + Json.line(message)
                + "}}"
            : "{\"error\":{\"message\":"
                + Json.line(message)
                + ",\"type\":\""
                + type
                + "\",\"param\":null,\"code\":"
                + status
                + "}}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** The text of a whole answer, as a JSON string. */
  static String text(int tokens) {
    return "\"" + WORD.repeat(tokens).strip() + "\"";
  }
}
