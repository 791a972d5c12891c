package dev.facsimile.anonymize.detect.secret;

/**
 * Which pairs of letters are rare (fewer than 3 in 100,000) in English and Portuguese text and in
 * the identifiers of programs: random strings are full of them, words are not.
 */
final class LetterPairs {
  /** One row for each first letter, one column for each second; 1 is rare. */
  private static final String RARE =
      "00000000010000100000000000"
          + "00000101001001001000011100"
          + "01000010010000000000000101"
          + "00000001011000001000001001"
          + "00000000000000000000000000"
          + "01000001011000001000011101"
          + "01010100011000001000001110"
          + "01100111011000011000011101"
          + "00000001010000000000001010"
          + "01110111111111011101011111"
          + "01100101011010001001010111"
          + "00000000010000001000000100"
          + "00000111010000001000011101"
          + "00000000010000001000001101"
          + "00000001000000001000000000"
          + "01000010010000001000000101"
          + "11111111111111111111011111"
          + "00000000010000000000000001"
          + "00000000010000000000000101"
          + "00000000011000001000000000"
          + "00000001011000001000011111"
          + "01110111011100011111111111"
          + "01100110011010011000110111"
          + "00010011011001001100111001"
          + "00000011011000001000110110"
          + "01110111011101011111111111";

  private static final int LETTERS = 26;

  private LetterPairs() {}

  /** Whether more than one in eight letter pairs within the words of {@code value} is rare. */
  static boolean rare(String value) {
    int pairs = 0;
    int rare = 0;
    for (int i = 1; i < value.length(); i++) {
      char first = value.charAt(i - 1);
      char second = value.charAt(i);
      boolean newWord = Chars.isUpper(second) && !Chars.isUpper(first);
      if (Chars.isLetter(first) && Chars.isLetter(second) && !newWord) {
        pairs++;
        int at = ((first | 0x20) - 'a') * LETTERS + (second | 0x20) - 'a';
        rare += RARE.charAt(at) == '1' ? 1 : 0;
      }
    }
    return pairs >= 4 && rare * 8 > pairs;
  }
}
