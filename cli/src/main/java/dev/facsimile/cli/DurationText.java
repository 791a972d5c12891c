package dev.facsimile.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as a person types it: {@code 30s}, {@code 5ms}, {@code 1.5h}. */
final class DurationText implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration, expected a number and a unit, such as 30s or 5ms");
    }
    double unitNanos =
        switch (matcher.group(2)) {
          case "ns" -> 1;
          case "us" -> 1e3;
          case "ms" -> 1e6;
          case "s" -> 1e9;
          case "m" -> 60e9;
          case "h" -> 3600e9;
          default -> 86400e9;
        };
    return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * unitNanos));
  }
}
