package dev.facsimile.anonymize.detect.secret;

/** How random a string looks. */
final class Entropy {
  private static final double LOG2 = Math.log(2);
  private static final int TABLED = 65;
  private static final double[] LOGS = logs();

  private Entropy() {}

  /** Shannon's entropy of the characters, in bits for each. */
  static double bits(String value) {
    int[] counts = counts(value);
    double sum = 0;
    for (int count : counts) {
      if (count > 0) {
        sum -= count * logOfShare(count, value.length());
      }
    }
    return sum / value.length() / LOG2;
  }

  private static double logOfShare(int count, int length) {
    return length < TABLED ? LOGS[length * TABLED + count] : Math.log((double) count / length);
  }

  private static double[] logs() {
    double[] logs = new double[TABLED * TABLED];
    for (int length = 1; length < TABLED; length++) {
      for (int count = 1; count <= length; count++) {
        logs[length * TABLED + count] = Math.log((double) count / length);
      }
    }
    return logs;
  }

  /** Number of different characters. */
  static int distinct(String value) {
    int distinct = 0;
    for (int count : counts(value)) {
      distinct += count > 0 ? 1 : 0;
    }
    return distinct;
  }

  private static int[] counts(String value) {
    int[] counts = new int[128];
    for (int i = 0; i < value.length(); i++) {
      counts[value.charAt(i) & 127]++;
    }
    return counts;
  }

  /**
   * Whether {@code value} looks made by a machine: long enough, of letters and digits mixed, or of
   * letter pairs that no language or program has.
   */
  static boolean random(String value) {
    int digits = 0;
    int upper = 0;
    int lower = 0;
    int changes = 0;
    char before = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      digits += Chars.isDigit(c) ? 1 : 0;
      upper += Chars.isUpper(c) ? 1 : 0;
      lower += c >= 'a' && c <= 'z' ? 1 : 0;
      changes += i > 0 && kind(c) != kind(before) ? 1 : 0;
      before = c;
    }
    if (value.length() < 8 || digits + upper + lower < value.length() * 3 / 5) {
      return false;
    }
    if (value.length() >= 16 && digits > 0 && lower + upper > 0 && isHex(value)) {
      return bits(value) >= 2.5;
    }
    boolean mixed = digits >= 2 && upper + lower >= 2 && changes >= value.length() / 6;
    return bits(value) >= Math.min(3.0, 0.8 * Math.log(value.length()) / LOG2)
        && (mixed || LetterPairs.rare(value));
  }

  private static boolean isHex(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (!Chars.isHex(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int kind(char c) {
    if (Chars.isDigit(c)) {
      return 1;
    }
    return Chars.isUpper(c) ? 2 : 3;
  }
}
