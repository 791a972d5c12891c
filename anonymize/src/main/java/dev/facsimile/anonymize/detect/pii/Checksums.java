package dev.facsimile.anonymize.detect.pii;

import java.math.BigInteger;

/** Check digits of numbers, each with the norm or authority that defines it. */
public final class Checksums {
  private static final int[][] DIHEDRAL = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {1, 2, 3, 4, 0, 6, 7, 8, 9, 5},
    {2, 3, 4, 0, 1, 7, 8, 9, 5, 6},
    {3, 4, 0, 1, 2, 8, 9, 5, 6, 7},
    {4, 0, 1, 2, 3, 9, 5, 6, 7, 8},
    {5, 9, 8, 7, 6, 0, 4, 3, 2, 1},
    {6, 5, 9, 8, 7, 1, 0, 4, 3, 2},
    {7, 6, 5, 9, 8, 2, 1, 0, 4, 3},
    {8, 7, 6, 5, 9, 3, 2, 1, 0, 4},
    {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
  };
  private static final int[][] PERMUTATION = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {1, 5, 7, 6, 2, 8, 3, 0, 9, 4},
    {5, 8, 0, 3, 7, 9, 6, 1, 4, 2},
    {8, 9, 1, 6, 0, 4, 3, 5, 2, 7},
    {9, 4, 5, 3, 1, 2, 6, 8, 7, 0},
    {4, 2, 8, 6, 5, 7, 3, 9, 0, 1},
    {2, 7, 9, 3, 8, 0, 6, 4, 1, 5},
    {7, 0, 4, 6, 9, 1, 3, 2, 5, 8}
  };

  private Checksums() {}

  /** Luhn's formula over all digits (ISO/IEC 7812-1, annex B). */
  public static boolean luhn(CharSequence digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int weighted = i % 2 == 0 ? digit : 2 * digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return sum % 10 == 0;
  }

  /**
   * ISO 7064 MOD 97-10 as an IBAN uses it (ISO 13616): the first four characters go to the end,
   * letters become 10 to 35, and the rest of the division by 97 is 1.
   */
  public static boolean iban(String upper) {
    int rest = 0;
    for (int i = 0; i < upper.length(); i++) {
      int value = Character.digit(upper.charAt((i + 4) % upper.length()), 36);
      rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
    }
    return rest == 1;
  }

  /** Verhoeff's dihedral check over all digits (Aadhaar). */
  public static boolean verhoeff(CharSequence digits) {
    int check = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      check = DIHEDRAL[check][PERMUTATION[i % 8][digit]];
    }
    return check == 0;
  }

  /** Sum of each leading digit times its weight; letters count as {@link #value36}. */
  public static int weighted(CharSequence value, int... weights) {
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * value36(value.charAt(i));
    }
    return sum;
  }

  /** Digits as themselves, A to Z as 10 to 35. */
  public static int value36(char c) {
    return Character.digit(c, 36);
  }

  /** Weights 7, 3, 1 in turn, modulo 10, last character the check digit (ICAO Doc 9303). */
  public static boolean machineReadable(CharSequence value) {
    int sum = 0;
    for (int i = 0; i < value.length() - 1; i++) {
      sum += new int[] {7, 3, 1}[i % 3] * value36(value.charAt(i));
    }
    return sum % 10 == value36(value.charAt(value.length() - 1));
  }

  /** ISO 7064 MOD 11,10 over all digits, the last being the check digit (German tax ids). */
  public static boolean mod1110(CharSequence digits) {
    int product = 10;
    for (int i = 0; i < digits.length() - 1; i++) {
      int sum = (digits.charAt(i) - '0' + product) % 10;
      product = 2 * (sum == 0 ? 10 : sum) % 11;
    }
    return (11 - product) % 10 == digits.charAt(digits.length() - 1) - '0';
  }

  /** Rest of a decimal number of any length. */
  public static int rest(String digits, int modulus) {
    return new BigInteger(digits).mod(BigInteger.valueOf(modulus)).intValue();
  }
}
