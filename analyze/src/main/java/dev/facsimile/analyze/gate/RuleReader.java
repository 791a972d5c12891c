package dev.facsimile.analyze.gate;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.run.Figures;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.TypedText;
import dev.facsimile.trace.file.YamlSection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads one rule of a gate. */
final class RuleReader {
  private static final List<String> BOUNDS =
      List.of("at_most", "at_least", "at_most_above_baseline", "at_most_below_baseline");

  private RuleReader() {}

  /** The rule; absent after an error was noted. */
  static Optional<Rule> read(String name, YamlSection rule) {
    List<String> keys = new ArrayList<>(List.of("figure", "slice"));
    keys.addAll(BOUNDS);
    rule.only(keys);
    Optional<String> figure = rule.text("figure");
    Optional<String> slice = rule.has("slice") ? slice(rule) : Optional.empty();
    List<String> names = rule.has("slice") ? Figures.sliceNames() : Figures.names();
    if (figure.isPresent() && !names.contains(figure.get())) {
      rule.error(
          "figure",
          "is '"
              + figure.get()
              + "', which "
              + (rule.has("slice") ? "no slice" : "no run")
              + " has"
              + NearMiss.of(figure.get(), names).map(n -> ", did you mean " + n + "?").orElse(""));
      return Optional.empty();
    }
    List<String> stated = BOUNDS.stream().filter(rule::has).toList();
    if (stated.size() != 1) {
      rule.error(
          "at_most",
          "one bound is needed, found "
              + (stated.isEmpty() ? "none" : String.join(" and ", stated))
              + ", expected one of "
              + String.join(", ", BOUNDS));
      return Optional.empty();
    }
    Optional<String> written = rule.scalar(stated.get(0));
    if (figure.isEmpty() || written.isEmpty()) {
      return Optional.empty();
    }
    Optional<Bound> bound = bound(rule, stated.get(0), figure.get(), written.get());
    return bound.map(
        b ->
            new Rule(
                name,
                figure.get(),
                slice,
                b,
                stated.get(0).replace('_', ' ') + " " + written.get()));
  }

  private static Optional<String> slice(YamlSection rule) {
    YamlSection slice = rule.section("slice");
    List<String> dimensions = Arrays.stream(Dimension.values()).map(Dimension::word).toList();
    slice.only(dimensions);
    if (slice.keys().size() != 1) {
      rule.error("slice", "expected one dimension and its value, such as {class: rag}");
      return Optional.empty();
    }
    String dimension = slice.keys().get(0);
    // A person types a hyphen where a bucket's name has a dash.
    return slice
        .scalar(dimension)
        .map(value -> dimension + "=" + value.replaceAll("(?<=\\d)-(?=\\d)", "–"));
  }

  private static Optional<Bound> bound(YamlSection rule, String key, String figure, String text) {
    return switch (key) {
      case "at_most" -> value(rule, key, figure, text).map(Bound.AtMost::new);
      case "at_least" -> value(rule, key, figure, text).map(Bound.AtLeast::new);
      default -> relative(rule, key, figure, text);
    };
  }

  private static Optional<Bound> relative(
      YamlSection rule, String key, String figure, String text) {
    boolean points = isShare(figure);
    String unit = points ? " points" : "%";
    OptionalDouble number =
        text.endsWith(unit)
            ? number(text.substring(0, text.length() - unit.length()).strip())
            : OptionalDouble.empty();
    if (number.isEmpty()) {
      rule.error(
          key,
          "is '"
              + text
              + "', expected "
              + (points ? "points of a share, such as '2 points'" : "a percentage, such as 10%"));
      return Optional.empty();
    }
    double relative = number.getAsDouble() / 100;
    return Optional.of(
        key.equals("at_most_above_baseline")
            ? new Bound.AboveBaseline(relative, points)
            : new Bound.BelowBaseline(relative, points));
  }

  private static boolean isShare(String figure) {
    return figure.contains("share");
  }

  private static Optional<Double> value(YamlSection rule, String key, String figure, String text) {
    Optional<Double> value;
    String expected;
    if (isShare(figure)) {
      expected = "a share, such as 0.95 or 95%";
      value =
          text.endsWith("%")
              ? box(number(text.substring(0, text.length() - 1).strip())).map(v -> v / 100)
              : box(number(text));
      value = value.filter(v -> v <= 1);
    } else if (isTime(figure)) {
      expected = "a duration, such as 2s or 50ms";
      value = TypedText.duration(text).map(d -> (double) d.toNanos());
    } else if (figure.endsWith("per_second")) {
      expected = "a rate, such as 50/s";
      value = box(TypedText.perSecond(text)).or(() -> box(number(text)));
    } else {
      expected = "a number";
      value = box(number(text));
    }
    if (value.isEmpty()) {
      rule.error(key, "is '" + text + "', expected " + expected);
    }
    return value;
  }

  private static boolean isTime(String figure) {
    return figure.contains(".")
        && !figure.startsWith("input_tokens")
        && !figure.startsWith("output_tokens");
  }

  private static Optional<Double> box(OptionalDouble value) {
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  private static OptionalDouble number(String text) {
    return text.matches("\\d+(\\.\\d+)?")
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }
}
