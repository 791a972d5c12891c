package dev.facsimile.analyze.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Values of JSON that another tool wrote, as they are needed here. */
final class Fields {
  private Fields() {}

  /**
   * A whole document.
   *
   * @throws InputException if it is not JSON
   */
  static JsonNode document(Path file) throws IOException {
    try {
      return Json.tree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new InputException(file, "is not whole JSON: " + e.getOriginalMessage(), e);
    } catch (CharacterCodingException e) {
      throw new InputException(file, "is not text, expected JSON", e);
    }
  }

  /** Seconds as nanoseconds; absent unless it is a number. */
  static OptionalLong seconds(JsonNode value) {
    return value.isNumber()
        ? OptionalLong.of(Math.round(value.asDouble() * 1e9))
        : OptionalLong.empty();
  }

  /** A whole number of 0 or more; absent otherwise. */
  static OptionalInt count(JsonNode value) {
    return value.isNumber() && value.asLong() >= 0
        ? OptionalInt.of((int) Math.min(Integer.MAX_VALUE, value.asLong()))
        : OptionalInt.empty();
  }

  /** The first of two that is there. */
  static JsonNode either(JsonNode one, JsonNode two) {
    return one.isMissingNode() || one.isNull() ? two : one;
  }

  /** Text, or another word where there is none. */
  static String text(JsonNode value, String otherwise) {
    return value.isTextual() && !value.asText().isBlank() ? value.asText() : otherwise;
  }

  /** One line of an error. */
  static String error(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() > 200 ? line.substring(0, 200) + "…" : line;
  }
}
