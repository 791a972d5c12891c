package dev.facsimile.anonymize.policy;

import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/**
 * What becomes of time.
 *
 * @param keepWeekdayAndHour whether the header keeps the weekday and hour of the start, in a week
 *     that is the same for every release; nothing of the start is kept otherwise
 * @param jitter how far an arrival may be moved, in whole milliseconds; zero when none is
 */
public record TimeRules(boolean keepWeekdayAndHour, Duration jitter) {
  /** What holds where a policy has no {@code time}. */
  public static final TimeRules USUAL = new TimeRules(false, Duration.ZERO);

  /** A Monday: all releases that keep the weekday start in this week. */
  public static final LocalDate WEEK = LocalDate.of(2001, 1, 1);

  private static final int DAYS = 7;
  private static final Pattern WHOLE_HOUR = Pattern.compile("[0-9-]{10}T[0-9]{2}:00:00Z");

  /** Whether a start tells a weekday and an hour alone: a whole hour of that week. */
  public static boolean isShifted(String start) {
    if (!WHOLE_HOUR.matcher(start).matches()) {
      return false;
    }
    try {
      LocalDate day = LocalDate.parse(start.substring(0, WEEK.toString().length()));
      return !day.isBefore(WEEK) && day.isBefore(WEEK.plusDays(DAYS));
    } catch (DateTimeParseException noDate) {
      return false;
    }
  }
}
