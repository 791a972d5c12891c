package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The fields of one row, of CSV or JSON alike. A field is named by its path, dots between the
 * levels of JSON. A field that is missing, null or an empty CSV cell is absent.
 */
public abstract class Fields {
  private final String rowId;

  /** Fields of the row that {@code rowId} names within the whole ingest. */
  protected Fields(String rowId) {
    this.rowId = rowId;
  }

  /** An id for a row whose log gives it none. */
  public final String rowId() {
    return rowId;
  }

  /** The field as text: a JSON string, or a number, or a CSV cell. */
  public abstract Optional<String> text(String path) throws MalformedRow;

  /**
   * The field as a JSON value, the whole row for the empty path. A CSV cell is one if it holds an
   * object or an array.
   */
  public abstract Optional<JsonNode> json(String path);

  /** The field as an exact number. */
  public abstract Optional<BigDecimal> decimal(String path) throws MalformedRow;

  /**
   * The field's value if it is written as nothing but a few digits, which needs no exact
   * arithmetic; empty otherwise, whatever it is.
   */
  protected abstract OptionalLong digits(String path);

  /** The field as a whole number of 0 or more. */
  public final OptionalLong count(String path) throws MalformedRow {
    OptionalLong plain = digits(path);
    if (plain.isPresent()) {
      return plain;
    }
    Optional<BigDecimal> value = decimal(path);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long whole = value.get().longValueExact();
      if (whole >= 0) {
        return OptionalLong.of(whole);
      }
    } catch (ArithmeticException e) {
      // Not whole, or larger than a long: refused below like a negative one.
    }
    throw new MalformedRow(path + " is '" + cut(value.get()) + "', expected a whole number");
  }

  /** The field as a token count. */
  public final OptionalInt tokens(String path) throws MalformedRow {
    OptionalLong value = count(path);
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    if (value.getAsLong() > Integer.MAX_VALUE) {
      throw new MalformedRow(
          path + " is " + value.getAsLong() + ", expected at most " + Integer.MAX_VALUE);
    }
    return OptionalInt.of((int) value.getAsLong());
  }

  /** The field as a token count that must be there. */
  public final int requiredTokens(String path) throws MalformedRow {
    return tokens(path).orElseThrow(() -> missing(path, "a whole number"));
  }

  /** The field as text that must be there. */
  public final String requiredText(String path) throws MalformedRow {
    return text(path).orElseThrow(() -> missing(path, "text"));
  }

  /**
   * The field as a time in nanoseconds.
   *
   * @param unitNanos nanoseconds in one of the field's units
   */
  public final long requiredTime(String path, long unitNanos) throws MalformedRow {
    OptionalLong value = time(path, unitNanos);
    return value.orElseThrow(() -> missing(path, "a time"));
  }

  /** As {@link #requiredTime}, for a field that may be absent. */
  public final OptionalLong time(String path, long unitNanos) throws MalformedRow {
    OptionalLong plain = digits(path);
    if (plain.isPresent() && plain.getAsLong() <= Long.MAX_VALUE / Math.max(1, unitNanos)) {
      return OptionalLong.of(plain.getAsLong() * unitNanos);
    }
    Optional<BigDecimal> value = decimal(path);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(nanos(path, value.get(), unitNanos));
  }

  private static long nanos(String path, BigDecimal value, long unitNanos) throws MalformedRow {
    BigDecimal nanos = value.multiply(BigDecimal.valueOf(unitNanos));
    if (nanos.signum() < 0 || nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new MalformedRow(path + " is '" + cut(value) + "', expected a time from 0 on");
    }
    return nanos.longValue();
  }

  /**
   * The field as a time in nanoseconds, for logs that write their numbers as text.
   *
   * @param unitNanos nanoseconds in one of the field's units
   */
  public final long timeInText(String path, long unitNanos) throws MalformedRow {
    String text = requiredText(path);
    try {
      return nanos(path, new BigDecimal(text), unitNanos);
    } catch (NumberFormatException e) {
      throw new MalformedRow(path + " is '" + cut(text) + "', expected a time");
    }
  }

  /** The field as a timestamp, in nanoseconds since 1970. */
  public final OptionalLong timestamp(String path) throws MalformedRow {
    Optional<String> text = text(path);
    return text.isPresent()
        ? OptionalLong.of(Timestamps.epochNanos(path, text.get()))
        : OptionalLong.empty();
  }

  /** The field as a timestamp that must be there. */
  public final long requiredTimestamp(String path) throws MalformedRow {
    return timestamp(path).orElseThrow(() -> missing(path, "a timestamp"));
  }

  /** The field as a flag: true or false, in any case. */
  public final Optional<Boolean> flag(String path) throws MalformedRow {
    Optional<String> text = text(path);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return switch (text.get().toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> throw new MalformedRow(path + " is neither true nor false");
    };
  }

  /** The first of these fields that is a token count. */
  public final OptionalInt firstTokens(String... paths) throws MalformedRow {
    for (String path : paths) {
      OptionalInt value = tokens(path);
      if (value.isPresent()) {
        return value;
      }
    }
    return OptionalInt.empty();
  }

  /** The first of these fields that is text. */
  public final Optional<String> firstText(String... paths) throws MalformedRow {
    for (String path : paths) {
      Optional<String> value = text(path);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  /** The field as an object or array, be it written as such or as text that holds JSON. */
  public final Optional<JsonNode> container(String path) {
    Optional<JsonNode> value = json(path);
    if (value.isPresent() && value.get().isTextual()) {
      return StrictJson.container(value.get().textValue());
    }
    return value.filter(JsonNode::isContainerNode);
  }

  /** The field as the ids of prefix blocks: a JSON array of 64-bit whole numbers. */
  public final Optional<BlockIds> blockIds(String path) throws MalformedRow {
    Optional<JsonNode> array = json(path);
    if (array.isEmpty()) {
      return Optional.empty();
    }
    if (!array.get().isArray()) {
      throw new MalformedRow(path + " is no array, expected block ids");
    }
    long[] ids = new long[array.get().size()];
    for (int i = 0; i < ids.length; i++) {
      JsonNode id = array.get().get(i);
      if (!id.isIntegralNumber() || !id.canConvertToLong()) {
        throw new MalformedRow(path + " holds something other than 64-bit whole numbers");
      }
      ids[i] = id.longValue();
    }
    return Optional.of(BlockIds.of(ids));
  }

  static MalformedRow missing(String path, String expected) {
    return new MalformedRow(path + " is missing, expected " + expected);
  }

  /** A number refused for its size may be of any length: only its start is repeated. */
  static String cut(Object value) {
    String text = value.toString();
    return text.length() <= 24 ? text : text.substring(0, 24) + "…";
  }
}
