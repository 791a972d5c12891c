package dev.facsimile.synth.whatif;

import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.TypedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The values that a what-if was given, by their keys. What is wrong is noted, and a value that is
 * allowed is given back in its stead, so that one reading finds every error.
 */
final class Fields {
  private final String name;
  private final Map<String, String> values;
  private final List<String> errors;
  private final List<String> known = new ArrayList<>();
  private final int errorsBefore;

  Fields(String name, Map<String, String> values, List<String> errors) {
    this.name = name;
    this.values = new LinkedHashMap<>(values);
    this.errors = errors;
    this.errorsBefore = errors.size();
  }

  /**
   * The values of {@code key=value,key=value}.
   *
   * @param lone key of a value that stands without one
   */
  static Fields of(String name, String text, String lone, List<String> errors) {
    Map<String, String> values = new LinkedHashMap<>();
    Fields fields = new Fields(name, values, errors);
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? lone : part.substring(0, equals).strip();
      String value = part.substring(equals + 1).strip();
      if (value.isEmpty() || key.isEmpty()) {
        fields.error(
            "has '" + part + "', expected " + (lone.isEmpty() ? "" : "a value or ") + "key=value");
      } else if (fields.values.putIfAbsent(key, value) != null) {
        fields.error("has " + key + " twice");
      }
    }
    return fields;
  }

  /** Notes an error. */
  void error(String sentence) {
    errors.add(name + " " + sentence);
  }

  /** Whether nothing was wrong; to be asked when all keys were read. */
  boolean fine() {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        error(
            "has "
                + key
                + ", "
                + NearMiss.of(key, known)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("expected " + String.join(", ", known)));
      }
    }
    return errors.size() == errorsBefore;
  }

  /** All keys with their values, where keys are names of classes. */
  Map<String, String> all() {
    known.addAll(values.keySet());
    return Map.copyOf(values);
  }

  private Optional<String> value(String key) {
    known.add(key);
    return Optional.ofNullable(values.get(key));
  }

  private Optional<String> required(String key, String expected) {
    Optional<String> found = value(key);
    if (found.isEmpty()) {
      error("has no " + key + ", expected " + expected);
    }
    return found;
  }

  /** A time or a length of time, which must be there. */
  long nanos(String key) {
    return required(key, "a time such as 30s").map(text -> nanosOf(key, text)).orElse(1L);
  }

  /** The same where it may be missing. */
  long nanosOr(long otherwise, String key) {
    return value(key).map(text -> nanosOf(key, text)).orElse(otherwise);
  }

  private long nanosOf(String key, String text) {
    return TypedText.duration(text)
        .map(duration -> duration.toNanos())
        .orElseGet(
            () -> {
              error(key + " is '" + text + "', expected a number and a unit, such as 30s or 5ms");
              return 1L;
            });
  }

  /** A number of {@code least} to {@code most}, which must be there. */
  double number(String key, double least, double most) {
    String expected = "a number from " + shown(least) + " to " + shown(most);
    return required(key, expected).map(text -> numberOf(key, text, least, most)).orElse(least);
  }

  /** The same where it may be missing. */
  double numberOr(double otherwise, String key, double least, double most) {
    return value(key).map(text -> numberOf(key, text, least, most)).orElse(otherwise);
  }

  double numberOf(String key, String text, double least, double most) {
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of range.
    }
    error(
        key + " is '" + text + "', expected a number from " + shown(least) + " to " + shown(most));
    return least;
  }

  private static String shown(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /** A whole number, where it is there. */
  OptionalInt whole(String key, int least, int most) {
    Optional<String> found = value(key);
    if (found.isEmpty()) {
      return OptionalInt.empty();
    }
    double number = numberOf(key, found.get(), least, most);
    if (number != Math.rint(number)) {
      error(key + " is '" + found.get() + "', expected a whole number");
    }
    return OptionalInt.of((int) number);
  }

  /** One of some words, or the first of them where there is none. */
  String word(String key, String... allowed) {
    Optional<String> found = value(key);
    if (found.isPresent() && !List.of(allowed).contains(found.get())) {
      error(key + " is '" + found.get() + "', expected " + String.join(" or ", allowed));
    }
    return found.filter(List.of(allowed)::contains).orElse(allowed[0]);
  }

  /** A stretch {@code 10s..30s} under {@code key}: from and to. */
  long[] stretch(String key, String text) {
    String[] ends = text.split("\\.\\.", -1);
    if (ends.length == 2) {
      long from = nanosOf(key, ends[0].strip());
      long to = nanosOf(key, ends[1].strip());
      if (to > from) {
        return new long[] {from, to};
      }
    }
    error(key + " is '" + text + "', expected two times in order, such as 10s..30s");
    return new long[] {0, 1};
  }

  /** A length of time as milliseconds, at least 1. */
  int millisOf(String key, String text) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, nanosOf(key, text) / 1_000_000));
  }
}
