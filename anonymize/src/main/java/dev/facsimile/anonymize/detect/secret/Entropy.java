package dev.facsimile.anonymize.detect.secret;

/** How random a string looks. */
final class Entropy {
  private static final double LOG2 = StrictMath.log(2);
  private static final int TABLED = 1025;
  private static final double[] LOGS = logs();

  /** For each count, what one more of the same character adds to the sum of count times log. */
  private static final double[] STEPS = steps();

  private static final int OTHER = 0;
  private static final int DIGIT = 1;
  private static final int UPPER = 2;

  /** Small letters and signs are one where a value turns from one kind to another. */
  private static final int LOWER = 3;

  private static final int KINDS = 4;
  private static final byte[] KIND = kindTable();

  private Entropy() {}

  /** Shannon's entropy of the first 1,024 characters, in bits for each. */
  static double bits(String value) {
    int length = Math.min(value.length(), TABLED - 1);
    int[] counts = new int[128];
    double repeated = 0;
    for (int i = 0; i < length; i++) {
      int count = counts[value.charAt(i) & 127]++;
      repeated += STEPS[count];
    }
    return LOGS[length] - repeated / length;
  }

  /** Logarithms to base 2. */
  private static double[] logs() {
    double[] logs = new double[TABLED];
    for (int count = 1; count < TABLED; count++) {
      boolean power = (count & count - 1) == 0;
      logs[count] = power ? Integer.numberOfTrailingZeros(count) : StrictMath.log(count) / LOG2;
    }
    return logs;
  }

  private static double[] steps() {
    double[] steps = new double[TABLED];
    for (int count = 1; count < TABLED - 1; count++) {
      steps[count] = (count + 1) * LOGS[count + 1] - count * LOGS[count];
    }
    return steps;
  }

  /** Number of different characters. */
  static int distinct(String value) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < value.length(); i++) {
      long bit = 1L << value.charAt(i);
      if ((value.charAt(i) & 64) == 0) {
        low |= bit;
      } else {
        high |= bit;
      }
    }
    return Long.bitCount(low) + Long.bitCount(high);
  }

  /**
   * Whether {@code value} looks made by a machine: long enough, of letters and digits mixed, or of
   * letter pairs that no language or program has.
   */
  static boolean random(String value) {
    int[] counts = new int[KINDS];
    int changes = 0;
    int before = value.isEmpty() ? OTHER : kind(value.charAt(0)) % LOWER;
    for (int i = 0; i < value.length(); i++) {
      int kind = kind(value.charAt(i));
      counts[kind]++;
      int turn = kind % LOWER;
      changes += turn == before ? 0 : 1;
      before = turn;
    }
    int digits = counts[DIGIT];
    int upper = counts[UPPER];
    int lower = counts[LOWER];
    if (value.length() < 8 || digits + upper + lower < value.length() * 3 / 5) {
      return false;
    }
    if (value.length() >= 16 && digits > 0 && lower + upper > 0 && isHex(value)) {
      return bits(value) >= 2.5;
    }
    boolean mixed = digits >= 2 && upper + lower >= 2 && changes >= value.length() / 6;
    return bits(value) >= Math.min(3.0, 0.8 * LOGS[Math.min(value.length(), TABLED - 1)])
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
    return c < KIND.length ? KIND[c] : OTHER;
  }

  private static byte[] kindTable() {
    byte[] kinds = new byte[128];
    for (char c = 0; c < kinds.length; c++) {
      int letter = Chars.isUpper(c) ? UPPER : Chars.isLetter(c) ? LOWER : OTHER;
      kinds[c] = (byte) (Chars.isDigit(c) ? DIGIT : letter);
    }
    return kinds;
  }
}
