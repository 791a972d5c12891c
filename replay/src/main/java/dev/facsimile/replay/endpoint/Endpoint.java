package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;
import java.util.Map;

/** A protocol that a server speaks. Safe for use by several threads. */
public interface Endpoint {

  /** Its name in files and options, such as {@code openai-chat}. */
  String name();

  /** The request's path below the server's root, such as {@code /v1/chat/completions}. */
  String path(WorkloadRow row);

  /** Headers that the protocol asks for, beyond those of every request. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** The headers that carry an API key. */
  default Map<String, String> authorization(String apiKey) {
    return Map.of("Authorization", "Bearer " + apiKey);
  }

  /** Whether a row's literal chat messages can be sent. */
  boolean sendsMessages();

  /** Whether definitions of tools, calls and results can be sent in OpenAI's form. */
  default boolean sendsTools() {
    return false;
  }

  /** Whether a cache salt can be sent. */
  default boolean sendsCacheSalt() {
    return false;
  }

  /** The request's body, UTF-8. */
  byte[] body(Ask ask);

  /** A reader for the answer to one request. */
  AnswerReader reader(WorkloadRow row);
}
