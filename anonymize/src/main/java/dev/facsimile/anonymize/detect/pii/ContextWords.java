package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Words that say what a number is. They are looked for as whole words, so that {@code lic} is not
 * found in {@code public}; underscores and hyphens part words, and so does camelCase, where the
 * whole counts too ({@code WhatsApp}). A word that ends in {@code *} may go on; a phrase may hold
 * spaces. Words of scripts without spaces between words are found anywhere.
 */
public final class ContextWords {
  private static final int BEFORE = 72;
  private static final int AFTER = 40;
  private static final int SHORTEST_STEM = 3;
  private static final char UNSPACED = 0x0e00;

  private final Set<String> words = new HashSet<>();
  private final Set<String> stems = new HashSet<>();
  private final List<String> phrases = new ArrayList<>();
  private final List<String> unspaced = new ArrayList<>();

  private ContextWords() {}

  /** Words, stems and phrases in lower case, separated by commas. */
  public static ContextWords of(String commaSeparated) {
    ContextWords made = new ContextWords();
    for (String written : commaSeparated.split(",")) {
      String word = Normalizer.normalize(written, Normalizer.Form.NFKC);
      if (word.charAt(0) >= UNSPACED) {
        made.unspaced.add(word);
      } else if (word.indexOf(' ') >= 0) {
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
    StringBuilder whole = new StringBuilder(16);
    int camel = 0;
    int end = Math.min(to, text.length());
    int at = Math.max(0, from);
    while (at > 0
        && at < end
        && Character.isLetter(text.at(at))
        && Character.isLetter(text.at(at - 1))) {
      at++;
    }
    boolean foreign = false;
    for (int i = at; i <= end; i++) {
      char c = i < end ? text.at(i) : ' ';
      foreign |= c >= UNSPACED;
      if (Character.isLetter(c)) {
        if (Character.isUpperCase(c) && Character.isLowerCase(text.at(i - 1)) && i > at) {
          if (known(whole.substring(camel))) {
            return true;
          }
          camel = whole.length();
        }
        whole.append(Character.toLowerCase(c));
      } else if (whole.length() > 0) {
        if (known(whole.toString()) || camel > 0 && known(whole.substring(camel))) {
          return true;
        }
        whole.setLength(0);
        camel = 0;
      }
    }
    return !phrases.isEmpty() && phrase(text, at, end) || foreign && anywhere(text, at, end);
  }

  private boolean known(String word) {
    if (words.contains(word)) {
      return true;
    }
    for (int i = SHORTEST_STEM; i <= word.length() && !stems.isEmpty(); i++) {
      if (stems.contains(word.substring(0, i))) {
        return true;
      }
    }
    return false;
  }

  private boolean phrase(FoldedText text, int from, int to) {
    String lower =
        text.slice(from, to).replace('_', ' ').replace('-', ' ').toLowerCase(Locale.ROOT);
    return phrases.stream().anyMatch(lower::contains);
  }

  private boolean anywhere(FoldedText text, int from, int to) {
    String stretch = text.slice(from, to);
    return unspaced.stream().anyMatch(stretch::contains);
  }
}
