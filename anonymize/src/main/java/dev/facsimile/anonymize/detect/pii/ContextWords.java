package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

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

  private final WordTrie words;
  private final List<String> written;
  private final String[] phrases;

  /** The last six bits of the phrases' first letters, one bit each: few letters may begin one. */
  private final long phraseFirsts;

  private final List<String> unspaced;

  private ContextWords(
      List<String> written, WordTrie words, List<String> phrases, List<String> unspaced) {
    this.written = List.copyOf(written);
    this.words = words;
    this.phrases = phrases.toArray(String[]::new);
    this.phraseFirsts =
        phrases.stream().mapToLong(p -> 1L << p.charAt(0)).reduce(0, (a, b) -> a | b);
    this.unspaced = List.copyOf(unspaced);
  }

  /** Words, stems and phrases in lower case, separated by commas. */
  public static ContextWords of(String commaSeparated) {
    return of(List.of(commaSeparated.split(",")));
  }

  /** The words of all: where none of these stands, none of any stands. */
  public static ContextWords any(List<ContextWords> all) {
    return of(all.stream().flatMap(one -> one.written.stream()).distinct().toList());
  }

  private static ContextWords of(List<String> all) {
    List<String> words = new ArrayList<>();
    List<String> stems = new ArrayList<>();
    List<String> phrases = new ArrayList<>();
    List<String> unspaced = new ArrayList<>();
    for (String written : all) {
      String word = Normalizer.normalize(written, Normalizer.Form.NFKC);
      if (word.charAt(0) >= UNSPACED) {
        unspaced.add(word);
      } else if (word.indexOf(' ') >= 0) {
        phrases.add(word);
      } else if (word.endsWith("*")) {
        stems.add(stem(word));
      } else {
        words.add(word);
      }
    }
    return new ContextWords(all, new WordTrie(words, stems), phrases, unspaced);
  }

  private static String stem(String word) {
    if (word.length() <= SHORTEST_STEM) {
      throw new IllegalArgumentException("'" + word + "' is too short a beginning");
    }
    return word.substring(0, word.length() - 1);
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
    int end = Math.min(to, text.length());
    int at = Math.max(0, from);
    while (at > 0
        && at < end
        && Character.isLetter(text.at(at))
        && Character.isLetter(text.at(at - 1))) {
      at++;
    }
    byte[] bytes = text.bytes();
    boolean foreign = false;
    int whole = WordTrie.ROOT;
    int part = WordTrie.DEAD;
    boolean capitals = false;
    char before = 0;
    for (int i = at; i < end; i++) {
      byte ascii = bytes[i];
      if (ascii >= 'a' && ascii <= 'z') {
        // Most of a text: a small letter begins no word within a word.
        if ((whole & part) != WordTrie.DEAD) {
          whole = words.stepLatin(whole, ascii);
          part = words.stepLatin(part, ascii);
          if (whole == WordTrie.STEM || part == WordTrie.STEM) {
            return true;
          }
        }
        before = (char) ascii;
        continue;
      }
      char c = text.at(i);
      foreign |= c >= UNSPACED;
      if (!isLetter(c)) {
        if (words.isWord(whole) || words.isWord(part)) {
          return true;
        }
        whole = WordTrie.ROOT;
        part = WordTrie.DEAD;
        capitals = false;
      } else {
        if (isUpper(c) && isLower(before)) {
          if (words.isWord(capitals ? part : whole)) {
            return true;
          }
          part = WordTrie.ROOT;
          capitals = true;
        }
        if (whole != WordTrie.DEAD || part != WordTrie.DEAD) {
          char lower = lower(c);
          whole = words.step(whole, lower);
          part = words.step(part, lower);
          if (whole == WordTrie.STEM || part == WordTrie.STEM) {
            return true;
          }
        }
      }
      before = c;
    }
    return words.isWord(whole)
        || words.isWord(part)
        || phraseFirsts != 0 && phrase(text, at, end)
        || foreign && anywhere(text, at, end);
  }

  private static boolean isLetter(char c) {
    return c < 0x80 ? Chars.latin(c) : Character.isLetter(c);
  }

  private static boolean isUpper(char c) {
    return c < 0x80 ? c >= 'A' && c <= 'Z' : Character.isUpperCase(c);
  }

  private static boolean isLower(char c) {
    return c < 0x80 ? c >= 'a' && c <= 'z' : Character.isLowerCase(c);
  }

  private static char lower(char c) {
    return c < 0x80 ? (char) (c | 0x20) : Character.toLowerCase(c);
  }

  private boolean phrase(FoldedText text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = spaced(text.at(i));
      if ((phraseFirsts >>> c & 1) != 0) {
        for (String phrase : phrases) {
          if (phrase.charAt(0) == c && phrase(text, i, to, phrase)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean phrase(FoldedText text, int from, int to, String phrase) {
    for (int k = 0; k < phrase.length(); k++) {
      if (from + k >= to || spaced(text.at(from + k)) != phrase.charAt(k)) {
        return false;
      }
    }
    return true;
  }

  private static char spaced(char c) {
    if (c == '_' || c == '-') {
      return ' ';
    }
    return isUpper(c) ? lower(c) : c;
  }

  private boolean anywhere(FoldedText text, int from, int to) {
    String stretch = text.slice(from, to);
    return unspaced.stream().anyMatch(stretch::contains);
  }
}
