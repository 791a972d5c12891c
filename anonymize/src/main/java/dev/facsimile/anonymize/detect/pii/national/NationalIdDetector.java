package dev.facsimile.anonymize.detect.pii.national;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.pii.Alone;
import dev.facsimile.anonymize.detect.pii.Chars;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Numbers of countries. From the first digit of a word it reads the words that follow, joined by
 * single separators, and after each of them looks up the shape read so far; only shapes that a
 * country uses are checked further.
 */
public final class NationalIdDetector implements Detector {
  private static final int MOST_GROUPS = 6;
  private static final int LONGEST_GROUP = 24;
  private static final int LONGEST_LETTERS = 3;
  private static final int SHORTEST = 5;

  private final List<NationalId> kinds;
  private final ShapeTable shapes;

  /** A detector of these kinds. */
  public NationalIdDetector(List<NationalId> kinds) {
    this.kinds = List.copyOf(kinds);
    this.shapes = new ShapeTable(this.kinds);
  }

  /** One detector of the kinds of all: reading shapes once serves every country. */
  public static NationalIdDetector merged(List<NationalIdDetector> detectors) {
    List<NationalId> kinds = new ArrayList<>();
    for (NationalIdDetector detector : detectors) {
      detector.kinds.stream().filter(kind -> !kinds.contains(kind)).forEach(kinds::add);
    }
    return new NationalIdDetector(kinds);
  }

  @Override
  public String id() {
    return "national-id";
  }

  @Override
  public List<Anchor> anchors() {
    List<Anchor> anchors = new ArrayList<>(new ShortRuns(kinds, SHORTEST - 1).anchors());
    anchors.add(Anchor.digits(SHORTEST));
    return anchors;
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    byte[] bytes = text.bytes();
    int word = start;
    while (start - word <= LONGEST_GROUP && Chars.latin(bytes, word - 1)) {
      word--;
    }
    if (nothing(text, word, start, end)) {
      return;
    }
    if (Chars.joins(text.at(word - 1))) {
      if (!Chars.digit(text.at(word - 1)) && end - start >= 6 && linkedBefore(text, start)) {
        read(text, start, sink);
      }
      return;
    }
    if (word < start && linkedBefore(text, start)) {
      read(text, start, sink);
      return;
    }
    read(text, word, sink);
    int letters = lettersBefore(text, word);
    if (letters < word) {
      read(text, letters, sink);
      int more = lettersBefore(text, letters);
      if (more < letters) {
        read(text, more, sink);
      }
    }
  }

  /** Most numbers: short, with no letter before and no group after. */
  private static boolean nothing(FoldedText text, int word, int start, int end) {
    if (end - word >= SHORTEST || word < start || Chars.alnum(text.at(end))) {
      return false;
    }
    boolean before = Chars.latin(text.at(start - 2)) && separator(text.at(start - 1));
    return !before && !(separator(text.at(end)) && Chars.alnum(text.at(end + 1)));
  }

  static boolean separator(char c) {
    return c == ' ' || c == '-' || c == '.' || c == '/' || c == ':' || c == '_';
  }

  private static boolean linkedBefore(FoldedText text, int start) {
    return Chars.beginsWord(text, start);
  }

  /** Start of one to three letters that stand as a word right before {@code word}. */
  private static int lettersBefore(FoldedText text, int word) {
    char separator = text.at(word - 1);
    if (separator != ' ' && separator != '-' && separator != '.') {
      return word;
    }
    byte[] bytes = text.bytes();
    int start = word - 1;
    while (word - 1 - start <= LONGEST_LETTERS && Chars.latin(bytes, start - 1)) {
      start--;
    }
    boolean fits = start < word - 1 && word - 1 - start <= LONGEST_LETTERS;
    return fits && !Chars.joins(text.at(start - 1)) ? start : word;
  }

  private void read(FoldedText text, int start, FindingSink sink) {
    byte[] bytes = text.bytes();
    long shape = ShapeTable.EMPTY;
    int at = start;
    for (int group = 0; group < MOST_GROUPS; group++) {
      int end = at;
      long run = 0;
      int letters = 0;
      while (end - at <= LONGEST_GROUP) {
        int kind = Chars.digitOrLatin(bytes, end);
        if (kind == 0) {
          break;
        }
        letters += kind >>> 31;
        if (run * kind < 0) {
          shape = ShapeTable.with(shape, run);
          run = 0;
        }
        run += kind;
        end++;
      }
      if (end == at || end - at > LONGEST_GROUP || Chars.joins(text.at(end))) {
        return;
      }
      if (group > 0 && letters == end - at && letters > LONGEST_LETTERS) {
        return;
      }
      shape = ShapeTable.with(shape, run);
      boolean mayBeMixed = group == 0 && letters > 0 && letters < end - at;
      if (!shapes.begins(shape)) {
        if (mayBeMixed) {
          check(text, start, end, shapes.of(ShapeTable.mixed(end - at)), sink);
        }
        return;
      }
      check(text, start, end, shapes.of(shape), sink);
      if (mayBeMixed) {
        check(text, start, end, shapes.of(ShapeTable.mixed(end - at)), sink);
      }
      char separator = text.at(end);
      if (!separator(separator)) {
        return;
      }
      shape = ShapeTable.separated(shape, separator);
      at = end + 1;
    }
  }

  private static void check(
      FoldedText text, int start, int end, ShapeTable.Kinds candidates, FindingSink sink) {
    if (candidates == ShapeTable.NONE || continued(text, start, end)) {
      return;
    }
    boolean separated = holdsSign(text, start, end);
    Boolean named = null;
    if (!candidates.mayBeEnough(separated) && !Alone.in(text) && !Alone.is(text, start, end)) {
      // Mostly no word of any kind stands near: then no number is read.
      named = candidates.words().near(text, start, end);
      if (!named) {
        return;
      }
    }
    String value = compact(text.slice(start, end));
    for (NationalId kind : candidates.list()) {
      if (!kind.rule().test(value)) {
        continue;
      }
      if (enough(text, start, end, kind, separated)) {
        sink.found(start, end, kind.type(), Confidence.PROVEN);
        continue;
      }
      // One look tells it for all of them.
      named = named == null ? candidates.words().near(text, start, end) : named;
      if (named && kind.words().near(text, start, end)) {
        sink.found(start, end, kind.type(), Confidence.CONTEXTUAL);
      } else if (alone(text, start, end, kind)) {
        sink.found(start, end, kind.type(), Confidence.GUESS);
      }
    }
  }

  private static boolean enough(
      FoldedText text, int start, int end, NationalId kind, boolean separated) {
    return kind.evidence() == NationalId.Evidence.SHAPE
        || kind.evidence() == NationalId.Evidence.SEPARATED && separated && loose(text, start, end);
  }

  private static boolean alone(FoldedText text, int start, int end, NationalId kind) {
    return kind.evidence() == NationalId.Evidence.WORDS_OR_WHOLE
        ? Alone.is(text, start, end)
        : Alone.in(text);
  }

  /** Whether neither side is joined to more of an identifier, a path or an assignment. */
  private static boolean loose(FoldedText text, int start, int end) {
    return "_/\\#@".indexOf(text.at(start - 1)) < 0 && "_/\\@".indexOf(text.at(end)) < 0;
  }

  /** Whether the separator inside goes on to another group on either side. */
  private static boolean continued(FoldedText text, int start, int end) {
    char before = text.at(start - 1);
    char after = text.at(end);
    boolean fraction = before == '.' && Chars.digit(text.at(start - 2));
    boolean joined =
        (before == '-' || before == '_' || before == ':' && Chars.digit(text.at(start - 2)))
            && Chars.alnum(text.at(start - 2));
    boolean goesOn =
        (after == '-' || after == '_' || after == '.' || after == ':' || after == '/')
            && Chars.digit(text.at(end + 1));
    boolean more = after == ' ' && Chars.digit(text.at(end + 1)) && holds(text, start, end, ' ');
    // As in mh17-het-verdriet: the words of an address on the web, or of a name in a program.
    boolean words =
        (after == '-' || after == '_')
            && Chars.latin(text.at(end + 1))
            && holds(text, start, end, after);
    return fraction || joined || goesOn || more || words;
  }

  /** Whether a sign that stands at {@code end} stands before that too. */
  private static boolean holds(FoldedText text, int start, int end, char sign) {
    return text.string().indexOf(sign, start) < end;
  }

  private static boolean holdsSign(FoldedText text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!Chars.alnum(text.at(i))) {
        return true;
      }
    }
    return false;
  }

  private static String compact(String written) {
    StringBuilder out = new StringBuilder(written.length());
    for (int i = 0; i < written.length(); i++) {
      if (Chars.alnum(written.charAt(i))) {
        out.append(written.charAt(i));
      }
    }
    return out.toString().toUpperCase(Locale.ROOT);
  }
}
