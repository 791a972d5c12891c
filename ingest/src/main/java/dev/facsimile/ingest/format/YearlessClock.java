package dev.facsimile.ingest.format;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;

/**
 * Times of a log that leaves out the year: counted from a leap year, so that every day exists, and
 * carried over the turn of a year.
 */
final class YearlessClock {
  private static final long SECOND = 1_000_000_000L;
  private static final int HALF_A_YEAR = 6;

  private int year = 2000;
  private int month = 1;
  private boolean begun;

  /**
   * Nanoseconds from an unknown year's start, give or take whole years.
   *
   * @param time matched, with month, day, hour, minute and second as groups 1 to 5
   */
  long nanos(Matcher time) throws MalformedRow {
    try {
      int now = Integer.parseInt(time.group(1));
      return SECOND
          * LocalDateTime.of(
                  yearOf(now),
                  now,
                  Integer.parseInt(time.group(2)),
                  Integer.parseInt(time.group(3)),
                  Integer.parseInt(time.group(4)),
                  Integer.parseInt(time.group(5)))
              .toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new MalformedRow("its time is no time of any day, expected MM-DD HH:MM:SS");
    }
  }

  private int yearOf(int now) {
    int step = begun ? now - month : 0;
    begun = true;
    // A straggler from before the turn of the year does not turn it back.
    if (step > HALF_A_YEAR) {
      return year - 1;
    }
    year += step < -HALF_A_YEAR ? 1 : 0;
    month = now;
    return year;
  }
}
