package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of TGI's router about a span.
 *
 * @param timestamp when it was written
 * @param level INFO, ERROR, …
 * @param route the span's name
 * @param span the span's attributes, as text
 * @param message the line's own words
 */
record TgiLine(String timestamp, String level, String route, Span span, String message) {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,10}m");
  private static final Pattern TEXT =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\S{8,20}) {1,2}([A-Z]+) (\\w+)\\{(.*)");
  private static final Pattern DURATION =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)(ns|us|µs|μs|ms|s)");
  private static final Pattern MAX_NEW_TOKENS =
      Pattern.compile("max_new_tokens: Some\\((\\d{1,9})\\)");
  private static final Pattern ADAPTER =
      Pattern.compile("adapter_id: Some\\(\"([^\"]{1,200})\"\\)");
  private static final Map<String, Integer> DIGITS =
      Map.of("ns", 0, "us", 3, "µs", 3, "μs", 3, "ms", 6, "s", 9);

  /** The attributes of a span. */
  @FunctionalInterface
  interface Span {
    Optional<String> attribute(String name);
  }

  /**
   * Reads a line of either form; empty if it tells of no span.
   *
   * @throws MalformedRow if it begins like JSON and is none
   */
  static Optional<TgiLine> of(String line) throws MalformedRow {
    return line.startsWith("{") ? ofJson(line) : ofText(COLOUR.matcher(line).replaceAll(""));
  }

  private static Optional<TgiLine> ofJson(String line) throws MalformedRow {
    JsonNode entry =
        StrictJson.container(line)
            .orElseThrow(() -> new MalformedRow("begins like JSON and is not valid JSON"));
    JsonNode span = entry.path("span");
    JsonNode message = entry.has("message") ? entry : entry.path("fields");
    if (!span.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new TgiLine(
            entry.path("timestamp").asText(),
            entry.path("level").asText(),
            span.path("name").asText(),
            name -> Optional.of(span.path(name)).filter(JsonNode::isTextual).map(JsonNode::asText),
            message.path("message").asText()));
  }

  private static Optional<TgiLine> ofText(String line) {
    Matcher matcher = TEXT.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String rest = matcher.group(4);
    return Optional.of(
        new TgiLine(
            matcher.group(1),
            matcher.group(2),
            matcher.group(3),
            name -> textAttribute(rest, name),
            rest.endsWith(": Success") ? "Success" : ""));
  }

  /** The last of that name: what a user may have written comes first, in the parameters. */
  private static Optional<String> textAttribute(String rest, String name) {
    if (name.equals("parameters")) {
      return Optional.of(rest);
    }
    String key = name + "=\"";
    int start = rest.lastIndexOf(key);
    int end = start < 0 ? -1 : rest.indexOf('"', start + key.length());
    return end < 0 ? Optional.empty() : Optional.of(rest.substring(start + key.length(), end));
  }

  long epochNanos() throws MalformedRow {
    return Timestamps.epochNanos("the line's time", timestamp);
  }

  long requiredDuration(String name) throws MalformedRow {
    return duration(name).orElseThrow(() -> Fields.missing(name, "a duration"));
  }

  /** The attribute as a duration such as {@code 36.7ms}, in nanoseconds. */
  OptionalLong duration(String name) throws MalformedRow {
    Optional<String> text = span.attribute(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    Matcher duration = DURATION.matcher(text.get());
    BigDecimal nanos =
        duration.matches()
            ? new BigDecimal(duration.group(1)).movePointRight(DIGITS.get(duration.group(2)))
            : BigDecimal.valueOf(-1);
    if (nanos.signum() < 0 || nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new MalformedRow(
          name + " is '" + Fields.cut(text.get()) + "', expected a duration such as 36.7ms");
    }
    return OptionalLong.of(nanos.longValue());
  }

  OptionalInt maxNewTokens() {
    return span.attribute("parameters").map(MAX_NEW_TOKENS::matcher).filter(Matcher::find).stream()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .findFirst();
  }

  Optional<String> adapter() {
    return span.attribute("parameters")
        .map(ADAPTER::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1));
  }
}
