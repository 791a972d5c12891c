package dev.facsimile.replay.endpoint;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long a server asks to wait, as {@code Retry-After} says it: seconds, or an HTTP date in one
 * of the three forms that RFC 9110 (5.6.7, 10.2.3) wants understood. A date is set against the same
 * answer's {@code Date}, so that the two machines' clocks need not agree; only where there is none,
 * against our own. A date has whole seconds: the wait is right to a second.
 */
final class RetryAfter {
  private static final long LONGEST_SECONDS = 1_000_000;
  private static final int YEARS_AHEAD = 50;
  private static final int CENTURY = 100;

  private RetryAfter() {}

  /**
   * The wait, nanoseconds; absent where it is neither seconds nor a date. A date that is over asks
   * for none.
   *
   * @param value of {@code Retry-After}
   * @param date of {@code Date} in the same answer
   * @param clock ours
   */
  static OptionalLong nanos(String value, Optional<String> date, Clock clock) {
    if (value.matches("\\d{1,9}")) {
      return wait(Duration.ofSeconds(Long.parseLong(value)));
    }
    Instant now = clock.instant();
    Optional<Instant> until = instant(value, now);
    if (until.isEmpty()) {
      return OptionalLong.empty();
    }
    Instant there = date.flatMap(text -> instant(text, now)).orElse(now);
    return wait(Duration.between(there, until.get()));
  }

  private static OptionalLong wait(Duration asked) {
    Duration longest = Duration.ofSeconds(LONGEST_SECONDS);
    Duration bounded = asked.compareTo(longest) > 0 ? longest : asked;
    return OptionalLong.of(Math.max(0, bounded.toNanos()));
  }

  /** An HTTP date in any of its forms. */
  private static Optional<Instant> instant(String text, Instant now) {
    // The day of the week adds nothing, and is not worth a refusal where it is wrong.
    String day = text.strip().replaceFirst("^\\w+,? +", "");
    for (DateTimeFormatter form : forms(now)) {
      try {
        return Optional.of(LocalDateTime.parse(day, form).toInstant(ZoneOffset.UTC));
      } catch (DateTimeException e) {
        // The next form may fit.
      }
    }
    return Optional.empty();
  }

  private static List<DateTimeFormatter> forms(Instant now) {
    return List.of(
        form("dd MMM uuuu HH:mm:ss 'GMT'"),
        twoDigitYears(now),
        // asctime pads the day with a blank.
        form("MMM ppd HH:mm:ss uuuu"));
  }

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /** RFC 850: a year more than 50 years ahead is of the century before. */
  private static DateTimeFormatter twoDigitYears(Instant now) {
    LocalDate first =
        now.atOffset(ZoneOffset.UTC).toLocalDate().minusYears(CENTURY - YEARS_AHEAD - 1L);
    return new DateTimeFormatterBuilder()
        .appendPattern("dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, first)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }
}
