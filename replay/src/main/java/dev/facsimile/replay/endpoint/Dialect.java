package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.facsimile.trace.file.Json;
import java.nio.charset.StandardCharsets;

/** What the parts of an answer mean in one protocol; one object for one answer. */
interface Dialect {

  /**
   * One event of a stream, or one line.
   *
   * @param name the event's name; {@code message} where it has none
   */
  void event(String name, byte[] bytes, int from, int to, Gathering answer);

  /** A whole answer in one document: it counts as one chunk. */
  void document(JsonNode body, Gathering answer);

  /** The JSON of an event; notes an error where it is none. */
  static JsonNode tree(byte[] bytes, int from, int to, Gathering answer) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    try {
      return Json.tree(text);
    } catch (JsonProcessingException e) {
      answer.error("an event that is not valid JSON: " + text);
      return MissingNode.getInstance();
    }
  }
}
