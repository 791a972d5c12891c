package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Words that say what a number is. They are looked for as whole words, so that {@code lic} is not
 * found in {@code public}; camelCase, underscores and hyphens part words. A word that ends in
 * {@code *} may go on; a phrase may hold spaces. Words of Han, Hangul and Thai are found anywhere.
 */
public final class ContextWords {
  private static final int BEFORE = 72;
  private static final int AFTER = 40;
  private static final int SHORTEST_STEM = 3;

  private final Set<String> words = new HashSet<>();
  private final Set<String> stems = new HashSet<>();
  private final List<String> phrases = new ArrayList<>();

  private ContextWords() {}

  /** Words, stems and phrases in lower case, separated by commas. */
  public static ContextWords of(String commaSeparated) {
    ContextWords made = new ContextWords();
    for (String word : commaSeparated.split(",")) {
      if (word.indexOf(' ') >= 0 || word.charAt(0) >= 0x0e00) {
        made.phrases.add(word);
      } else if (word.endsWith("*")) {
        made.stems.add(word.substring(0, word.length() - 1));
      } else {
        made.words.add(word);
      }
    }
    return made;
  }

  /** Whether one stands up to 72 units before {@code start} or 40 units after {@code end}. */
  public boolean near(FoldedText text, int start, int end) {
    return before(text, start, BEFORE) || in(text, end, end + AFTER);
  }

  /** Whether one stands in the {@code reach} units before {@code start}. */
  public boolean before(FoldedText text, int start, int reach) {
    return in(text, start - reach, start);
  }

  /**
   * Whether one stands between {@code from} and {@code to}; a word that is cut there counts not.
   */
  boolean in(FoldedText text, int from, int to) {
    StringBuilder word = new StringBuilder(16);
    int at = Math.max(0, from);
    int end = Math.min(to, text.length());
    boolean cut = at > 0 && Chars.alnum(text.at(at - 1)) && Chars.alnum(text.at(at));
    boolean wide = false;
    for (; at <= end; at++) {
      char c = at < end ? text.at(at) : ' ';
      boolean letter = Character.isLetter(c);
      wide |= c >= 0x0e00;
      if (word.length() > 0 && (!letter || camel(text, at))) {
        if (!cut && known(word)) {
          return true;
        }
        word.setLength(0);
        cut = false;
      }
      if (letter) {
        word.append(Character.toLowerCase(c));
      } else {
        cut = false;
      }
    }
    return (wide || hasSpaces()) && phrase(text, Math.max(0, from), end);
  }

  private boolean hasSpaces() {
    return !phrases.isEmpty();
  }

  private static boolean camel(FoldedText text, int at) {
    return Character.isUpperCase(text.at(at)) && Character.isLowerCase(text.at(at - 1));
  }

  private boolean known(StringBuilder word) {
    String whole = word.toString();
    if (words.contains(whole)) {
      return true;
    }
    for (int i = SHORTEST_STEM; i <= whole.length() && !stems.isEmpty(); i++) {
      if (stems.contains(whole.substring(0, i))) {
        return true;
      }
    }
    return false;
  }

  private boolean phrase(FoldedText text, int from, int to) {
    String lower =
        text.slice(from, to).replace('_', ' ').replace('-', ' ').toLowerCase(Locale.ROOT);
    for (String phrase : phrases) {
      if (lower.contains(phrase)) {
        return true;
      }
    }
    return false;
  }
}
