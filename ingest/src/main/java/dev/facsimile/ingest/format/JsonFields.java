package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The fields of one JSON object. */
public final class JsonFields extends Fields {
  private final JsonNode root;

  public JsonFields(String rowId, JsonNode root) {
    super(rowId);
    this.root = root;
  }

  @Override
  public Optional<JsonNode> json(String path) {
    if (path.isEmpty()) {
      return Optional.of(root);
    }
    JsonNode node = root.get(path);
    if (node == null) {
      node = root;
      for (String part : path.split("\\.")) {
        node = node.path(part);
      }
    }
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  @Override
  public Optional<String> text(String path) throws MalformedRow {
    Optional<JsonNode> node = json(path);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (node.get().isContainerNode()) {
      throw new MalformedRow(path + " is an " + kind(node.get()) + ", expected text");
    }
    String text = node.get().asText();
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  @Override
  public Optional<BigDecimal> decimal(String path) throws MalformedRow {
    Optional<JsonNode> node = json(path);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (!node.get().isNumber() || isNotFinite(node.get())) {
      throw new MalformedRow(path + " is of kind " + kind(node.get()) + ", expected a number");
    }
    return Optional.of(node.get().decimalValue());
  }

  @Override
  protected OptionalLong digits(String path) {
    Optional<JsonNode> node = json(path);
    return node.isPresent()
            && node.get().canConvertToLong()
            && node.get().isIntegralNumber()
            && node.get().longValue() >= 0
        ? OptionalLong.of(node.get().longValue())
        : OptionalLong.empty();
  }

  private static boolean isNotFinite(JsonNode node) {
    return node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue());
  }

  private static String kind(JsonNode node) {
    return node.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
