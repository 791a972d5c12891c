package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;

/**
 * Whether a text is a value and nothing else, as a field of a form or a table is. Then nothing
 * around it could say what it is, and its shape and check digit must do.
 */
public final class Alone {
  private static final int LONGEST = 72;
  private static final int LONGEST_LINK = 3;

  private Alone() {}

  /**
   * Whether the text is short, has no sign of code, and all its words have a digit in them but for
   * links such as {@code and}.
   */
  public static boolean in(FoldedText text) {
    if (text.length() > LONGEST) {
      return false;
    }
    int i = 0;
    while (i < text.length()) {
      char c = text.at(i);
      if (!Chars.alnum(c)) {
        if ("{}[]=<>\"'`;$#%&|\\+*@".indexOf(c) >= 0) {
          return false;
        }
        i++;
        continue;
      }
      int end = Chars.wordEnd(text, i, LONGEST);
      if (end - i > LONGEST_LINK && letters(text, i, end)) {
        return false;
      }
      i = end;
    }
    return true;
  }

  /** Whether the text is the stretch from {@code start} to {@code end} and blanks. */
  public static boolean is(FoldedText text, int start, int end) {
    return blank(text, start - 1, -1) && blank(text, end, 1);
  }

  /** Whether nothing but blanks stands from {@code from} to the edge of the text. */
  private static boolean blank(FoldedText text, int from, int step) {
    int i = from;
    while (i >= 0 && i < text.length() && Character.isWhitespace(text.at(i))) {
      i += step;
    }
    return i < 0 || i >= text.length();
  }

  private static boolean letters(FoldedText text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (Chars.digit(text.at(i))) {
        return false;
      }
    }
    return true;
  }
}
