package dev.facsimile.synth.export;

/** Nanoseconds as decimal numbers of larger units, exact, without needless zeros. */
final class Decimal {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private Decimal() {}

  static String millis(long nanos) {
    return text(nanos, MILLI);
  }

  static String seconds(long nanos) {
    return text(nanos, SECOND);
  }

  private static String text(long nanos, long unit) {
    long rest = nanos % unit;
    if (rest == 0) {
      return Long.toString(nanos / unit);
    }
    String digits = Long.toString(unit + rest).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return nanos / unit + "." + digits.substring(0, end);
  }
}
