package dev.facsimile.ingest.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Set;

/**
 * JSON whose writer repeats keys: a key that is there twice with equal values is read once, a known
 * one with different values as an array of them ({@link LogFormat#keysWrittenTwice}).
 */
public final class RepeatedKeys {
  /** What follows a value is the next one, not a mistake. */
  private static final ObjectReader VALUE =
      StrictJson.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final JsonParser parser;
  private final Set<String> known;

  private RepeatedKeys(JsonParser parser, Set<String> known) {
    this.parser = parser;
    this.known = known;
  }

  /**
   * The value written in the first {@code length} of {@code bytes}.
   *
   * @param known keys whose values may differ
   * @throws MalformedRow if another key is there twice with different values
   * @throws IOException if it is not one JSON value
   */
  public static JsonNode tree(byte[] bytes, int length, Set<String> known)
      throws IOException, MalformedRow {
    try (JsonParser parser = StrictJson.MAPPER.createParser(bytes, 0, length)) {
      parser.nextToken();
      JsonNode tree = new RepeatedKeys(parser, known).value();
      if (parser.nextToken() != null) {
        throw MismatchedInputException.from(parser, JsonNode.class, "holds more than one value");
      }
      return tree;
    }
  }

  /** The value that begins at the current token; the parser is left at its end. */
  private JsonNode value() throws IOException, MalformedRow {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      return object();
    }
    return parser.currentToken() == JsonToken.START_ARRAY ? array() : VALUE.readTree(parser);
  }

  private JsonNode array() throws IOException, MalformedRow {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value());
    }
    return array;
  }

  private JsonNode object() throws IOException, MalformedRow {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      JsonNode value = value();
      JsonNode before = object.get(key);
      object.set(key, before == null || before.equals(value) ? value : both(key, before, value));
    }
    return object;
  }

  private JsonNode both(String key, JsonNode before, JsonNode value) throws MalformedRow {
    if (!known.contains(key)) {
      throw new MalformedRow(
          "has the key '" + Fields.cut(key) + "' twice with different values, expected it once");
    }
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    if (before.isArray()) {
      values.addAll((ArrayNode) before);
    } else {
      values.add(before);
    }
    return values.add(value);
  }
}
