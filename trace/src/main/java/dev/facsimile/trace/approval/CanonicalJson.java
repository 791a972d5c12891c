package dev.facsimile.trace.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.JsonStrings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * JSON in the one form that is signed: RFC 8785. No white space; members in the order of their
 * names' UTF-16 units; strings in UTF-8 with only the escapes that JSON needs; numbers as
 * ECMAScript writes them. One difference: a number is taken as the decimal that stands in the file,
 * not as the nearest double, so that whole numbers beyond 2<sup>53</sup> keep every digit. Numbers
 * that Facsimile writes have at most {@value #DIGITS} significant digits or are whole, where both
 * readings agree.
 */
public final class CanonicalJson {
  /** Significant digits of a figure that is not whole. */
  static final int DIGITS = 6;

  /** From here on ECMAScript writes an exponent. */
  private static final int MOST_PLAIN_DIGITS = 21;

  private static final int LEAST_PLAIN_EXPONENT = -6;

  private final StringBuilder out = new StringBuilder();

  private CanonicalJson() {}

  /**
   * The canonical bytes of a value.
   *
   * @throws IllegalArgumentException if it holds half a surrogate pair or a number that JSON lacks
   */
  public static byte[] bytes(JsonNode value) {
    CanonicalJson json = new CanonicalJson();
    json.write(value);
    try {
      var bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json.out));
      return Arrays.copyOf(bytes.array(), bytes.limit());
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a string holds half a surrogate pair", e);
    }
  }

  /** SHA-256 of the canonical bytes, lower-case hex. */
  public static String sha256(JsonNode value) {
    MessageDigest digest = InputFiles.sha256();
    digest.update(bytes(value));
    return InputFiles.hex(digest);
  }

  /** The same tree, each number that is not whole rounded to {@value #DIGITS} digits. */
  public static JsonNode rounded(JsonNode value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (value.isObject()) {
      ObjectNode copy = nodes.objectNode();
      value.properties().forEach(entry -> copy.set(entry.getKey(), rounded(entry.getValue())));
      return copy;
    }
    if (value.isArray()) {
      var copy = nodes.arrayNode();
      value.forEach(element -> copy.add(rounded(element)));
      return copy;
    }
    if (value.isFloatingPointNumber()) {
      return nodes.numberNode(decimal(value).round(new MathContext(DIGITS)).doubleValue());
    }
    return value;
  }

  private void write(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> object(value);
      case ARRAY -> array(value);
      case STRING -> JsonStrings.quote(value.textValue(), out);
      case NUMBER -> out.append(number(value));
      case BOOLEAN, NULL -> out.append(value.asText());
      case BINARY, MISSING, POJO ->
          throw new IllegalArgumentException("no JSON: " + value.getNodeType());
    }
  }

  private void object(JsonNode object) {
    List<Map.Entry<String, JsonNode>> members =
        object.properties().stream().sorted(Map.Entry.comparingByKey()).toList();
    char separator = '{';
    for (Map.Entry<String, JsonNode> member : members) {
      out.append(separator);
      JsonStrings.quote(member.getKey(), out);
      out.append(':');
      write(member.getValue());
      separator = ',';
    }
    out.append(members.isEmpty() ? "{}" : "}");
  }

  private void array(JsonNode array) {
    out.append('[');
    for (Iterator<JsonNode> elements = array.elements(); elements.hasNext(); ) {
      write(elements.next());
      out.append(elements.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private static BigDecimal decimal(JsonNode number) {
    if (number.isDouble() || number.isFloat()) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        throw new IllegalArgumentException(value + " is no JSON number");
      }
      return BigDecimal.valueOf(value);
    }
    return number.decimalValue();
  }

  /** ECMA-262, Number::toString, of a decimal: its digits and the place of its point. */
  private static String number(JsonNode node) {
    BigDecimal value = decimal(node).stripTrailingZeros();
    if (value.signum() == 0) {
      return "0";
    }
    String digits = value.unscaledValue().abs().toString();
    long point = (long) digits.length() - value.scale();
    String sign = value.signum() < 0 ? "-" : "";
    boolean whole = value.scale() <= 0;
    if (point > LEAST_PLAIN_EXPONENT && point <= MOST_PLAIN_DIGITS
        || whole && node.isIntegralNumber()) {
      return sign + plain(digits, (int) point);
    }
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    long exponent = point - 1;
    return sign + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "" : "+") + exponent;
  }

  private static String plain(String digits, int point) {
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    if (point >= digits.length()) {
      return digits + "0".repeat(point - digits.length());
    }
    return digits.substring(0, point) + "." + digits.substring(point);
  }
}
