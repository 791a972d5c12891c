package dev.facsimile.anonymize.detect.names;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The words of a text: runs of letters and marks with an apostrophe inside. A word with digits
 * beside it is one too.
 */
final class Words {
  private static final String SENTENCE_ENDS = ".!?:;\n\u2026\u3002";
  private static final String SKIPPED = "\"'\u201c\u201d\u2018\u2019(\u00ab\u00bb*_-[>#\u2022";

  private final FoldedText text;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int size;

  private Words(FoldedText text) {
    this.text = text;
  }

  static Words of(FoldedText text) {
    Words words = new Words(text);
    int at = 0;
    while (at < text.length()) {
      if (Character.isLetter(text.at(at))) {
        int end = at + 1;
        while (inWord(text, end)) {
          end++;
        }
        words.add(at, end);
        at = end;
      } else {
        at++;
      }
    }
    return words;
  }

  private static boolean inWord(FoldedText text, int at) {
    char c = text.at(at);
    if (Character.isLetter(c) || mark(c)) {
      return true;
    }
    return (c == '\'' || c == '\u2019') && Character.isLetter(text.at(at + 1));
  }

  private static boolean mark(char c) {
    int type = c < 0x80 ? 0 : Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private void add(int start, int end) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
    }
    starts[size] = start;
    ends[size++] = end;
  }

  int size() {
    return size;
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return ends[index];
  }

  /** The word in lower case, with a plain apostrophe. */
  String lower(int index) {
    String word = text.slice(starts[index], ends[index]).toLowerCase(Locale.ROOT);
    return word.indexOf('\u2019') >= 0 ? word.replace('\u2019', '\'') : word;
  }

  List<String> lower() {
    List<String> words = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      words.add(lower(i));
    }
    return words;
  }

  boolean capital(int index) {
    return Character.isUpperCase(text.at(starts[index]))
        || Character.isTitleCase(text.at(starts[index]));
  }

  /** Two letters at least, none of them small. */
  boolean allCapitals(int index) {
    for (int i = starts[index]; i < ends[index]; i++) {
      if (Character.isLowerCase(text.at(i))) {
        return false;
      }
    }
    return ends[index] - starts[index] > 1;
  }

  /** Whether a sentence, a line or an item begins with this word. */
  boolean opens(int index) {
    int at = starts[index] - 1;
    boolean blank = false;
    while (at >= 0) {
      char c = text.at(at);
      if (c == '\n' || c == '\r') {
        return true;
      }
      if (c == ' ' || c == '\t') {
        blank = true;
      } else if (SKIPPED.indexOf(c) < 0) {
        break;
      }
      at--;
    }
    return at < 0 || (blank || at < starts[index] - 1) && SENTENCE_ENDS.indexOf(text.at(at)) >= 0;
  }

  /** Whether a single blank, or a hyphen, is all between this word and the next. */
  boolean touchesNext(int index) {
    return index + 1 < size
        && starts[index + 1] == ends[index] + 1
        && (text.at(ends[index]) == ' ' || text.at(ends[index]) == '-');
  }

  /** Whether digits or an underscore stand right beside it. */
  boolean inIdentifier(int index) {
    char before = text.at(starts[index] - 1);
    char after = text.at(ends[index]);
    return Character.isDigit(before) || before == '_' || Character.isDigit(after) || after == '_';
  }
}
