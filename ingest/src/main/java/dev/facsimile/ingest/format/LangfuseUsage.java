package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Tokens;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * Langfuse's usage, whose keys are whatever the integration sent. {@code input} and {@code output}
 * commonly leave out what has a key of its own, such as {@code input_cached_tokens}: then the parts
 * add up to {@code total}. If input and output alone do, they are whole already.
 */
final class LangfuseUsage {
  private static final String USAGE = "usageDetails";

  private LangfuseUsage() {}

  static Tokens tokens(Fields fields, boolean failed) throws MalformedRow {
    OptionalInt limit =
        fields.firstTokens("modelParameters.max_tokens", "modelParameters.max_completion_tokens");
    Tokens counted =
        fields.json(USAGE).filter(usage -> usage.isObject() && !usage.isEmpty()).isPresent()
            ? details(fields)
            : older(fields);
    boolean uncounted = failed && counted.input().orElse(0) == 0;
    return new Tokens(
        uncounted ? OptionalInt.empty() : counted.input(),
        uncounted ? OptionalInt.empty() : counted.output(),
        counted.cached(),
        counted.reasoning(),
        limit);
  }

  /** API v1: counts as the model's API gave them. */
  private static Tokens older(Fields fields) throws MalformedRow {
    Optional<String> unit = fields.text("usage.unit");
    if (unit.isPresent() && !unit.get().equals("TOKENS")) {
      return Tokens.UNKNOWN;
    }
    return Tokens.ofLengths(
        fields.firstTokens("promptTokens", "usage.input"),
        fields.firstTokens("completionTokens", "usage.output"));
  }

  private static Tokens details(Fields fields) throws MalformedRow {
    OptionalInt input = fields.firstTokens(key("input"), key("prompt_tokens"));
    OptionalInt output = fields.firstTokens(key("output"), key("completion_tokens"));
    OptionalInt total = fields.firstTokens(key("total"), key("total_tokens"));
    boolean whole =
        total.isPresent() && total.getAsInt() == (long) input.orElse(0) + output.orElse(0);
    OptionalInt cached =
        fields.firstTokens(
            key("input_cached_tokens"),
            key("input_cache_read"),
            key("cache_read_input_tokens"),
            key("input_cached"));
    OptionalInt inputParts = parts(fields, LangfuseUsage::isOfInput);
    OptionalInt outputParts = parts(fields, name -> name.startsWith("output_"));
    OptionalInt wholeInput = whole ? input : Seen.sum(input, inputParts);
    return new Tokens(
        wholeInput,
        whole ? output : Seen.sum(output, outputParts),
        Seen.within(wholeInput, cached),
        fields.firstTokens(key("output_reasoning_tokens"), key("output_reasoning")),
        OptionalInt.empty());
  }

  private static boolean isOfInput(String name) {
    return name.startsWith("input_")
        || name.equals("cache_read_input_tokens")
        || name.equals("cache_creation_input_tokens");
  }

  private static OptionalInt parts(Fields fields, Predicate<String> chosen) throws MalformedRow {
    OptionalInt sum = OptionalInt.of(0);
    Iterator<String> names = fields.json(USAGE).map(JsonNode::fieldNames).orElseThrow();
    while (names.hasNext()) {
      String name = names.next();
      if (chosen.test(name)) {
        sum = Seen.sum(sum, fields.tokens(key(name)));
      }
    }
    return sum;
  }

  private static String key(String name) {
    return USAGE + "." + name;
  }
}
