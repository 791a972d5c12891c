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

  Literals(List<String> literals) {
    for (char first = 0; first < ASCII; first++) {
      List<String> own = new ArrayList<>();
      for (String literal : literals) {
        if (literal.charAt(0) == first) {
          own.add(literal);
        }
      }
      byFirst[first] = own.isEmpty() ? null : own.toArray(String[]::new);
    }
  }

  /** Whether one of them stands in {@code text}. */
  boolean in(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = Chars.lower(text.charAt(i));
      if (c < ASCII && byFirst[c] != null) {
        char second = i + 1 < text.length() ? Chars.lower(text.charAt(i + 1)) : 0;
        for (String literal : byFirst[c]) {
          if (literal.charAt(1) == second
              && text.regionMatches(true, i, literal, 0, literal.length())) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
