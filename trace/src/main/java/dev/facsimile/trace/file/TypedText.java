package dev.facsimile.trace.file;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and rates as people type them, in options and in files. */
public final class TypedText {
  private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
  private static final Pattern DURATION = Pattern.compile(NUMBER + "(ns|us|ms|s|m|h|d)");
  private static final Pattern RATE = Pattern.compile(NUMBER + "/(s|m|h|d)");

  private TypedText() {}

  /** {@code 30s}, {@code 5ms}, {@code 1.5h}; absent when it is no duration. */
  public static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    return matcher.matches()
        ? Optional.of(
            Duration.ofNanos(
                Math.round(Double.parseDouble(matcher.group(1)) * nanos(matcher.group(2)))))
        : Optional.empty();
  }

  /** {@code 50/s}, {@code 10/m}: per second; absent when it is no rate. */
  public static OptionalDouble perSecond(String text) {
    Matcher matcher = RATE.matcher(text);
    return matcher.matches()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)) * 1e9 / nanos(matcher.group(2)))
        : OptionalDouble.empty();
  }

  private static double nanos(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us" -> 1e3;
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      case "h" -> 3600e9;
      default -> 86400e9;
    };
  }
}
