package dev.facsimile.anonymize.detect.texts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.NearMiss;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a file of texts.
 *
 * @param id its {@code id} as it stands there, or the number of the line
 * @param text its text
 */
record TextLine(JsonNode id, String text) {

  /**
   * Reads a line.
   *
   * @throws InputException if it is no JSON object with a text in {@code field}
   */
  static TextLine parse(Path file, long number, String line, String field) {
    JsonNode row = object(file, number, line);
    JsonNode text = row.path(field);
    if (!text.isTextual()) {
      throw new InputException(file, number, sentence(row, text, field));
    }
    JsonNode id = row.path("id");
    return new TextLine(
        id.isValueNode() && !id.isNull() ? id : Json.toTree(number), text.textValue());
  }

  /** Neither what is wrong nor where tells anything of the text. */
  private static JsonNode object(Path file, long number, String line) {
    try {
      JsonNode row = Json.tree(line);
      if (row.isObject()) {
        return row;
      }
    } catch (JsonProcessingException e) {
      throw new InputException(
          file,
          number,
          "is not JSON (column " + e.getLocation().getColumnNr() + "), expected one object a line");
    }
    throw new InputException(file, number, "is not a JSON object, expected one object a line");
  }

  private static String sentence(JsonNode row, JsonNode found, String field) {
    if (!found.isMissingNode()) {
      return "'" + field + "' is " + kind(found) + ", expected text";
    }
    List<String> names = new ArrayList<>();
    row.fieldNames().forEachRemaining(names::add);
    return "has no field '"
        + field
        + "'"
        + NearMiss.of(field, names)
            .map(name -> ", did you mean --field " + name + "?")
            .orElse(", name the field of the text with --field");
  }

  private static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case NULL -> "null";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      default -> "something else";
    };
  }
}
