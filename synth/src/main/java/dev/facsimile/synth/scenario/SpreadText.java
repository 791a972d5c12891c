package dev.facsimile.synth.scenario;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.trace.file.TypedText;
import dev.facsimile.trace.file.YamlSection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads distributions: a number; {@code {mean, sd}} with {@code shape: normal} or {@code
 * lognormal}; {@code {mean, shape: exponential}}; {@code {min, max}}; {@code {percentiles: {p50:
 * …}}}; {@code {values: {number: weight}}}.
 */
enum SpreadText {
  /** Whole numbers from 1. */
  COUNT("a whole number", 1) {
    @Override
    OptionalInt value(String text) {
      boolean whole = text.matches("[0-9]{1,9}");
      return whole ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
  },
  /** Durations, as milliseconds. */
  TIME("a duration such as 20s", 0) {
    @Override
    OptionalInt value(String text) {
      return TypedText.duration(text)
          .filter(d -> d.toMillis() <= Integer.MAX_VALUE)
          .map(d -> OptionalInt.of((int) d.toMillis()))
          .orElse(OptionalInt.empty());
    }
  };

  private static final List<String> SHAPES = List.of("normal", "lognormal", "exponential");
  private static final double MOST_WEIGHT = 1e12;

  private final String expected;
  private final int least;

  SpreadText(String expected, int least) {
    this.expected = expected;
    this.least = least;
  }

  abstract OptionalInt value(String text);

  /** The distribution under {@code key}; absent where there is none or an error was noted. */
  Optional<Marginal> read(YamlSection in, String key) {
    if (!in.has(key)) {
      return Optional.empty();
    }
    if (in.isSection(key)) {
      return mapping(in.section(key));
    }
    OptionalInt fixed = number(in, key);
    return fixed.isPresent()
        ? Optional.of(Spread.fixed(Math.max(least, fixed.getAsInt())))
        : Optional.empty();
  }

  private OptionalInt number(YamlSection in, String key) {
    Optional<String> text = in.scalar(key);
    OptionalInt value = text.map(this::value).orElse(OptionalInt.empty());
    if (text.isPresent() && value.isEmpty()) {
      in.error(key, "is '" + text.get() + "', expected " + expected);
    }
    return value;
  }

  private Optional<Marginal> mapping(YamlSection in) {
    if (in.has("percentiles")) {
      in.only(List.of("percentiles"));
      return percentiles(in.section("percentiles"));
    }
    if (in.has("values")) {
      in.only(List.of("values"));
      return values(in.section("values"));
    }
    if (in.has("min") || in.has("max")) {
      in.only(List.of("min", "max"));
      return uniform(in);
    }
    in.only(List.of("mean", "sd", "shape"));
    return shaped(in);
  }

  private Optional<Marginal> uniform(YamlSection in) {
    OptionalInt min = required(in, "min");
    OptionalInt max = required(in, "max");
    if (min.isEmpty() || max.isEmpty()) {
      return Optional.empty();
    }
    if (max.getAsInt() < min.getAsInt()) {
      in.error("max", "is less than min, expected more");
      return Optional.empty();
    }
    return Optional.of(Spread.uniform(Math.max(least, min.getAsInt()), max.getAsInt()));
  }

  private Optional<Marginal> shaped(YamlSection in) {
    OptionalInt mean = required(in, "mean");
    Optional<String> shape = in.wordOr(in.has("sd") ? "normal" : "exponential", "shape", SHAPES);
    if (shape.isEmpty() || mean.isEmpty()) {
      return Optional.empty();
    }
    if (mean.getAsInt() < 1) {
      in.error("mean", "is 0, expected more");
      return Optional.empty();
    }
    if (shape.get().equals("exponential")) {
      if (in.has("sd")) {
        in.error("sd", "is of no use with shape exponential, whose sd is its mean");
      }
      return Optional.of(Spread.exponential(mean.getAsInt(), least));
    }
    OptionalInt deviation = required(in, "sd");
    if (deviation.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        shape.get().equals("normal")
            ? Spread.normal(mean.getAsInt(), deviation.getAsInt(), least)
            : Spread.logNormal(mean.getAsInt(), deviation.getAsInt(), least));
  }

  private OptionalInt required(YamlSection in, String key) {
    if (!in.has(key)) {
      in.missing(key, expected);
      return OptionalInt.empty();
    }
    return number(in, key);
  }

  private Optional<Marginal> values(YamlSection in) {
    SortedMap<Integer, Double> weights = new TreeMap<>();
    for (String key : in.keys()) {
      OptionalInt value = value(key);
      if (value.isEmpty() || value.getAsInt() < least) {
        in.error(key, "expected " + expected + " with a weight");
      }
      in.number(key, 0, MOST_WEIGHT)
          .ifPresent(w -> value.ifPresent(v -> weights.merge(v, w, Double::sum)));
    }
    weights.values().removeIf(weight -> weight == 0);
    if (weights.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Spread.values(weights));
  }

  private Optional<Marginal> percentiles(YamlSection in) {
    SortedMap<Double, Integer> ranks = new TreeMap<>();
    for (String key : in.keys()) {
      if (!key.matches("p[0-9]{1,2}(\\.[0-9]+)?|p100|min|max")) {
        in.error(key, "expected min, max or a percentile such as p50 or p99.9");
        continue;
      }
      double rank =
          switch (key) {
            case "min" -> 0;
            case "max" -> 100;
            default -> Double.parseDouble(key.substring(1));
          };
      number(in, key).ifPresent(value -> ranks.put(rank, Math.max(least, value)));
    }
    if (ranks.isEmpty()) {
      in.error("p50", "is missing, expected at least one percentile");
      return Optional.empty();
    }
    ranks.putIfAbsent(0.0, least);
    if (!ranks.containsKey(100.0)) {
      in.error("max", "is missing, expected the largest number: percentiles do not tell it");
      return Optional.empty();
    }
    int before = least;
    for (int value : ranks.values()) {
      if (value < before) {
        in.error("max", "percentiles fall, expected each to be at least the one before");
        return Optional.empty();
      }
      before = value;
    }
    return Optional.of(Spread.percentiles(ranks));
  }
}
