package dev.facsimile.cli;

import dev.facsimile.trace.file.TypedText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as a person types it: {@code 30s}, {@code 5ms}, {@code 1.5h}. */
final class DurationText implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return TypedText.duration(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + text
                        + "' is not a duration, expected a number and a unit, such as 30s or 5ms"));
  }
}
