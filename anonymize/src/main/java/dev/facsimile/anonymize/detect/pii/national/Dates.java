package dev.facsimile.anonymize.detect.pii.national;

/** Dates of birth inside numbers. */
final class Dates {
  private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private Dates() {}

  /** Whether a month and a day stand at these places of {@code value}. */
  static boolean monthDay(String value, int month, int day) {
    return day(Integer.parseInt(value.substring(month, month + 2)), value, day);
  }

  /** Whether {@code value} has a day of {@code month} (1 to 12) at {@code at}. */
  static boolean day(int month, String value, int at) {
    int day = Integer.parseInt(value.substring(at, at + 2));
    return month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1];
  }
}
