package dev.facsimile.ingest.classify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.NearMiss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads one rule and gathers all that is wrong with it. */
final class RuleCheck {
  private static final List<String> RULE_KEYS = List.of("class", "when");

  /** Conditions on a column's text; {@code *} stands for any text. */
  private static final Map<String, Function<Request, Optional<String>>> TEXTS =
      Map.of(
          "class", Request::requestClass,
          "model", request -> request.origin().model(),
          "adapter", request -> request.origin().adapter(),
          "endpoint", request -> request.origin().endpoint(),
          "tenant", request -> request.origin().tenant(),
          "tenant_tier", request -> request.origin().tenantTier(),
          "region", request -> request.origin().region());

  private static final List<String> CONDITIONS =
      List.of(
          "class",
          "model",
          "adapter",
          "endpoint",
          "tenant",
          "tenant_tier",
          "region",
          "streaming",
          "tools",
          "contains",
          "input_tokens",
          "output_tokens",
          "max_output_tokens");

  private final String prefix;
  private final JsonNode node;
  private final List<String> errors;

  RuleCheck(String prefix, JsonNode node, List<String> errors) {
    this.prefix = prefix;
    this.node = node;
    this.errors = errors;
  }

  Optional<ClassRule> rule() {
    NearMiss.check(prefix, node.fieldNames(), RULE_KEYS, errors);
    String name = node.path("class").asText("");
    if (name.isEmpty()) {
      errors.add(prefix + "class is missing, expected the name of a class");
    }
    JsonNode when = node.path("when");
    if (!when.isMissingNode() && !when.isObject()) {
      errors.add(prefix + "when is no mapping, expected conditions such as model: qwen*");
    }
    NearMiss.check(prefix + "when.", when.fieldNames(), CONDITIONS, errors);
    List<Predicate<TraceRow>> conditions = new ArrayList<>();
    for (Map.Entry<String, JsonNode> condition : when.properties()) {
      if (CONDITIONS.contains(condition.getKey())) {
        condition(condition.getKey(), condition.getValue()).ifPresent(conditions::add);
      }
    }
    return name.isEmpty() ? Optional.empty() : Optional.of(new ClassRule(name, conditions));
  }

  private Optional<Predicate<TraceRow>> condition(String key, JsonNode value) {
    return switch (key) {
      case "streaming" ->
          flag(key, value).map(f -> r -> r.request().streaming().equals(Optional.of(f)));
      case "tools" -> flag(key, value).map(wanted -> row -> Content.hasTools(row) == wanted);
      case "contains" -> texts(key, value).map(texts -> row -> Content.contains(row, texts));
      case "input_tokens" ->
          range(key, value).map(r -> row -> r.holds(row.request().tokens().input()));
      case "output_tokens" ->
          range(key, value).map(r -> row -> r.holds(row.request().tokens().output()));
      case "max_output_tokens" ->
          range(key, value).map(r -> row -> r.holds(row.request().tokens().maxOutput()));
      default ->
          patterns(key, value).map(patterns -> row -> matches(TEXTS.get(key), patterns, row));
    };
  }

  private static boolean matches(
      Function<Request, Optional<String>> column, List<Pattern> patterns, TraceRow row) {
    Optional<String> text = column.apply(row.request());
    return text.isPresent() && patterns.stream().anyMatch(p -> p.matcher(text.get()).matches());
  }

  private Optional<Boolean> flag(String key, JsonNode value) {
    if (!value.isBoolean()) {
      errors.add(prefix + "when." + key + " is " + value + ", expected true or false");
      return Optional.empty();
    }
    return Optional.of(value.booleanValue());
  }

  private Optional<TokenRange> range(String key, JsonNode value) {
    Optional<TokenRange> range = TokenRange.of(value.asText());
    if (range.isEmpty()) {
      errors.add(
          prefix + "when." + key + " is " + value + ", expected a range such as 4000.. or 1..500");
    }
    return range;
  }

  /** A text, or a list of which one must fit. */
  private Optional<List<String>> texts(String key, JsonNode value) {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : value.isArray() ? value : List.of(value)) {
      if (!text.isTextual() || text.textValue().isEmpty()) {
        errors.add(prefix + "when." + key + " is " + text + ", expected text or a list of texts");
        return Optional.empty();
      }
      texts.add(text.textValue());
    }
    return Optional.of(texts);
  }

  private Optional<List<Pattern>> patterns(String key, JsonNode value) {
    return texts(key, value).map(texts -> texts.stream().map(RuleCheck::pattern).toList());
  }

  private static Pattern pattern(String text) {
    StringBuilder regex = new StringBuilder();
    for (String part : text.split("\\*", -1)) {
      regex.append(".*").append(Pattern.quote(part));
    }
    return Pattern.compile(regex.substring(2), Pattern.DOTALL);
  }
}
