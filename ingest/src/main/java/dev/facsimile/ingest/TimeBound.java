package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.Timestamps;
import dev.facsimile.trace.file.InputException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** A bound on arrivals, on one of the two kinds of clock that logs have. */
public sealed interface TimeBound {

  /** A moment of the calendar, in nanoseconds since 1970. */
  record Moment(long epochNanos) implements TimeBound {}

  /** A time on the clock of a log that does not tell when it started, in nanoseconds. */
  record Offset(long nanos) implements TimeBound {}

  /** Whether it is earlier than {@code other}; of two kinds of clock none is told. */
  default boolean isBefore(TimeBound other) {
    if (this instanceof Moment a && other instanceof Moment b) {
      return a.epochNanos() < b.epochNanos();
    }
    return !(this instanceof Offset a && other instanceof Offset b) || a.nanos() < b.nanos();
  }

  /** In a normal form, for the header. */
  default String words() {
    return this instanceof Moment moment
        ? Instant.ofEpochSecond(0, moment.epochNanos()).toString()
        : ((Offset) this).nanos() + " ns";
  }

  /** What a bound may look like. */
  String EXPECTED =
      "expected a timestamp such as 2024-05-12T08:00:00Z or 2024-05-12, seconds since 1970, or, for"
          + " a log without dates, a duration such as 90m";

  /** The moment that {@code text} names: a date, a timestamp or seconds since 1970. */
  static Optional<TimeBound> moment(String text) {
    try {
      if (Pattern.matches("\\d{4}-\\d\\d-\\d\\d", text)) {
        return Optional.of(new Moment(Timestamps.epochNanos("", text + "T00:00:00")));
      }
      if (Pattern.matches("\\d+(\\.\\d+)?", text)) {
        return Optional.of(
            new Moment(new BigDecimal(text).movePointRight(9).toBigInteger().longValueExact()));
      }
      return Optional.of(new Moment(Timestamps.epochNanos("", text)));
    } catch (MalformedRow | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /**
   * The bound on the clock of {@code format}, in nanoseconds.
   *
   * @param option the option it came by, for the sentence
   * @throws InputException if that clock is of the other kind
   */
  default long on(LogFormat format, String option) {
    boolean absolute = format.clock() == LogFormat.Clock.EPOCH;
    if (this instanceof Moment moment && absolute) {
      return moment.epochNanos();
    }
    if (this instanceof Offset offset && !absolute) {
      return offset.nanos();
    }
    throw new InputException(
        absolute
            ? option
                + " is a duration, but the clock of "
                + format.name()
                + " counts from 1970:"
                + " give a timestamp"
            : option
                + " is a timestamp, but the clock of "
                + format.name()
                + " does not tell when"
                + " it started: give a duration on that clock, such as 90m");
  }
}
