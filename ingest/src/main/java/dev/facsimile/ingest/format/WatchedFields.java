package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The fields of a row, watched while a format reads them; one of them may be changed a little, to
 * see what depends on it. Holds what was read.
 */
public final class WatchedFields extends Fields {
  private final Fields fields;
  private final Optional<String> changed;
  private final Map<String, String> read = new LinkedHashMap<>();

  /**
   * Watches {@code fields}.
   *
   * @param changed the field that is given out as another value than it has
   */
  public WatchedFields(Fields fields, Optional<String> changed) {
    super(fields.rowId());
    this.fields = fields;
    this.changed = changed;
  }

  /** Fields read so far that the row has, and their values, in the order of reading. */
  public Map<String, String> read() {
    return new LinkedHashMap<>(read);
  }

  private boolean isChanged(String path) {
    return changed.isPresent() && changed.get().equals(path);
  }

  @Override
  public Optional<String> text(String path) throws MalformedRow {
    Optional<String> value = fields.text(path);
    value.ifPresent(text -> read.putIfAbsent(path, text));
    return isChanged(path) ? value.map(WatchedFields::other) : value;
  }

  @Override
  public Optional<JsonNode> json(String path) {
    Optional<JsonNode> value = fields.json(path);
    value.ifPresent(
        node -> read.putIfAbsent(path, path.isEmpty() ? "(the whole row)" : text(node)));
    return isChanged(path) ? value.map(WatchedFields::other) : value;
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : node.toString();
  }

  @Override
  public Optional<BigDecimal> decimal(String path) throws MalformedRow {
    Optional<BigDecimal> value = fields.decimal(path);
    value.ifPresent(number -> read.putIfAbsent(path, number.toPlainString()));
    return isChanged(path) ? value.map(number -> number.add(number.ulp())) : value;
  }

  @Override
  protected OptionalLong digits(String path) {
    // Without this short cut every number comes through decimal(), where it is watched.
    return OptionalLong.empty();
  }

  /** Another value of the same kind: another truth, another last digit or one letter more. */
  private static String other(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return text.equalsIgnoreCase("true") ? "false" : "true";
    }
    for (int i = text.length() - 1; i >= 0; i--) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        return text.substring(0, i) + (c == '9' ? '8' : (char) (c + 1)) + text.substring(i + 1);
      }
    }
    return text + "x";
  }

  private static JsonNode other(JsonNode node) {
    if (node.isTextual()) {
      return new TextNode(other(node.textValue()));
    }
    if (node.isBoolean()) {
      return BooleanNode.valueOf(!node.booleanValue());
    }
    if (node.isNumber()) {
      return DecimalNode.valueOf(node.decimalValue().add(node.decimalValue().ulp()));
    }
    if (node.isArray() && !node.isEmpty()) {
      ArrayNode shorter = ((ArrayNode) node).deepCopy();
      shorter.remove(shorter.size() - 1);
      return shorter;
    }
    return node;
  }
}
