package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;

/** A protocol that a server speaks. Safe for use by several threads. */
public interface Endpoint {

  /** Its name in files and options, such as {@code openai-chat}. */
  String name();

  /** The request's path below the API's base, such as {@code /chat/completions}. */
  String path();

  /** The request's JSON body, UTF-8. */
  byte[] body(WorkloadRow row, String prompt);

  /** A reader for the answer to one request. */
  AnswerReader reader(WorkloadRow row);
}
