package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;

/** Classes of characters and edges of words in folded text. */
public final class Chars {
  private static final byte DIGIT = 1;
  private static final byte LETTER = 2;
  private static final byte[] KINDS = kinds();

  private Chars() {}

  private static byte[] kinds() {
    byte[] kinds = new byte[128];
    for (char c = 0; c < kinds.length; c++) {
      kinds[c] = digit(c) ? DIGIT : latin(c) ? LETTER : 0;
    }
    return kinds;
  }

  /** Whether the unit at {@code index} of {@link FoldedText#bytes()} is an ASCII letter. */
  public static boolean latin(byte[] bytes, int index) {
    return kind(bytes, index) == LETTER;
  }

  /** 1 for a digit, -1 for an ASCII letter, 0 for anything else and outside of the text. */
  public static int digitOrLatin(byte[] bytes, int index) {
    int kind = kind(bytes, index);
    return kind == LETTER ? -1 : kind;
  }

  private static int kind(byte[] bytes, int index) {
    return index >= 0 && index < bytes.length && bytes[index] >= 0 ? KINDS[bytes[index]] : 0;
  }

  /** 0 to 9. */
  public static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  /** What {@code \s} of a regular expression is. */
  static boolean isSpace(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  /** A to Z, a to z. */
  public static boolean latin(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  /** A digit or a letter of any script. */
  public static boolean alnum(char c) {
    return c < 0x80 ? digit(c) || latin(c) : Character.isLetterOrDigit(c);
  }

  /** A hexadecimal digit. */
  public static boolean hex(char c) {
    return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }

  /** Whether a digit stands between two places: most texts around a word have none. */
  static boolean digitIn(FoldedText text, int from, int to) {
    for (int i = Math.max(0, from); i < to && i < text.length(); i++) {
      if (digit(text.at(i))) {
        return true;
      }
    }
    return false;
  }

  /** First unit of the run of letters and digits that ends before {@code index}. */
  static int wordStart(FoldedText text, int index, int reach) {
    int i = index;
    while (i > 0 && index - i < reach && alnum(text.at(i - 1))) {
      i--;
    }
    return i;
  }

  /** The unit after the run of letters and digits that begins at {@code index}. */
  static int wordEnd(FoldedText text, int index, int reach) {
    int i = index;
    while (i - index < reach && alnum(text.at(i))) {
      i++;
    }
    return i;
  }

  /**
   * Whether {@code c} beside a value makes it a part of a longer word. Letters of scripts that
   * write words without spaces between, such as Han and Thai, do not.
   */
  public static boolean joins(char c) {
    return c < 0x80 ? digit(c) || latin(c) : c < 0x0e00 && Character.isLetterOrDigit(c);
  }

  /**
   * Whether a value may begin at {@code index}: no letter or digit stands before it, except a
   * linking word that a typist ran into it ({@code "code is1990..."}).
   */
  public static boolean beginsWord(FoldedText text, int index) {
    if (!joins(text.at(index - 1))) {
      return true;
    }
    return text.at(index - 1) == 's' && text.at(index - 2) == 'i' && text.at(index - 3) == ' ';
  }

  /** Whether the digits at {@code index} are the fraction of a decimal, as in {@code 3.1415}. */
  static boolean fraction(FoldedText text, int index) {
    return text.at(index - 1) == '.' && digit(text.at(index - 2));
  }
}
