package dev.facsimile.synth.export;

/** Nanoseconds as decimal milliseconds, exact, without needless zeros. */
final class Millis {
  private static final long NANOS = 1_000_000;

  private Millis() {}

  static String text(long nanos) {
    long rest = nanos % NANOS;
    if (rest == 0) {
      return Long.toString(nanos / NANOS);
    }
    String digits = Long.toString(NANOS + rest).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return nanos / NANOS + "." + digits.substring(0, end);
  }
}
