package dev.facsimile.anonymize.detect.secret;

import java.util.ArrayList;
import java.util.List;

/**
 * A few literals of lower-case ASCII, of two characters or more, any of which is looked for in a
 * short text of any case.
 */
final class Literals {
  private static final int ASCII = 128;

  private final String[][] byFirst = new String[ASCII][];

  /** For each first letter, the last six bits of the second ones: two look-ups tell most pairs. */
  private final long[] seconds = new long[ASCII];

  Literals(List<String> literals) {
    for (char first = 0; first < ASCII; first++) {
      List<String> own = new ArrayList<>();
      for (String literal : literals) {
        if (literal.charAt(0) == first) {
          own.add(literal);
          seconds[first] |= 1L << literal.charAt(1);
        }
      }
      byFirst[first] = own.isEmpty() ? null : own.toArray(String[]::new);
    }
  }

  /** Whether one of them stands in {@code text}. */
  boolean in(String text) {
    char first = text.isEmpty() ? ASCII : Chars.lower(text.charAt(0));
    for (int i = 1; i < text.length(); i++) {
      char second = Chars.lower(text.charAt(i));
      if (first < ASCII && (seconds[first] >>> second & 1) != 0 && at(text, i - 1, first)) {
        return true;
      }
      first = second;
    }
    return false;
  }

  private boolean at(String text, int from, char first) {
    for (String literal : byFirst[first]) {
      if (text.regionMatches(true, from, literal, 0, literal.length())) {
        return true;
      }
    }
    return false;
  }
}
