package dev.facsimile.ingest.format;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * Reads timestamps such as {@code 2023-11-16 18:15:46.6805900}, {@code 2024-05-12
 * 00:00:00.001163+00:00} and {@code 2024-10-15T12:00:00.269Z}: date, {@code T} or a space, time, up
 * to nine digits of fraction, and a zone or none, which means UTC.
 */
public final class Timestamps {
  private static final long SECOND = 1_000_000_000L;

  private Timestamps() {}

  /**
   * Nanoseconds since 1970.
   *
   * @param field named in the sentence about a malformed timestamp
   */
  public static long epochNanos(String field, String text) throws MalformedRow {
    try {
      if (text.length() < 19 || (text.charAt(10) != ' ' && text.charAt(10) != 'T')) {
        throw malformed(field, text);
      }
      require(text, 4, '-');
      require(text, 7, '-');
      require(text, 13, ':');
      require(text, 16, ':');
      long days =
          LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)).toEpochDay();
      long seconds =
          days * 86400
              + bounded(digits(text, 11, 13), 23) * 3600L
              + bounded(digits(text, 14, 16), 59) * 60L
              + bounded(digits(text, 17, 19), 60);
      int at = 19;
      long fraction = 0;
      if (at < text.length() && text.charAt(at) == '.') {
        int end = at + 1;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
          end++;
        }
        fraction = fraction(text, at + 1, end);
        at = end;
      }
      return sinceEpoch(
          Math.addExact(Math.multiplyExact(seconds - zoneSeconds(text, at), SECOND), fraction));
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw malformed(field, text);
    }
  }

  /**
   * Nanoseconds since 1970.
   *
   * @param zone what a timestamp that names no zone means; an hour that came twice, at the end of
   *     summer, is its first
   */
  public static long epochNanos(String field, String text, ZoneId zone) throws MalformedRow {
    long nanos = epochNanos(field, text);
    if (namesZone(text) || zone.equals(ZoneOffset.UTC)) {
      return nanos;
    }
    ZonedDateTime local =
        LocalDateTime.ofEpochSecond(nanos / SECOND, 0, ZoneOffset.UTC).atZone(zone);
    return sinceEpoch(local.toEpochSecond() * SECOND + nanos % SECOND);
  }

  /** Whether a timestamp that could be read names its zone. */
  public static boolean namesZone(String text) {
    String afterTime = text.substring(19);
    return afterTime.endsWith("Z") || afterTime.contains("+") || afterTime.contains("-");
  }

  /** No log is older than 1970. */
  private static long sinceEpoch(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException();
    }
    return nanos;
  }

  private static MalformedRow malformed(String field, String text) {
    return new MalformedRow(
        field
            + " is '"
            + Fields.cut(text)
            + "', expected a timestamp such as 2024-05-12T08:00:00.5Z");
  }

  private static void require(String text, int at, char expected) {
    if (text.charAt(at) != expected) {
      throw new IllegalArgumentException();
    }
  }

  private static int bounded(int value, int largest) {
    if (value > largest) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static int digits(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new IllegalArgumentException();
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static long fraction(String text, int from, int to) {
    if (to == from || to - from > 9) {
      throw new IllegalArgumentException();
    }
    long nanos = digits(text, from, to);
    for (int i = to - from; i < 9; i++) {
      nanos *= 10;
    }
    return nanos;
  }

  private static long zoneSeconds(String text, int at) {
    if (at == text.length() || text.substring(at).equals("Z")) {
      return 0;
    }
    return ZoneOffset.of(text.substring(at)).getTotalSeconds();
  }
}
