package dev.facsimile.anonymize.detect.fold;

import java.text.Normalizer;
import java.util.Arrays;

/**
 * The folding: NFKC of single characters, all decimal digits as ASCII, all spaces as a space, all
 * hyphens and dashes as {@code -}, invisible and bidirectional controls left out, and letters that
 * only look Latin as Latin where they stand in a word with ASCII letters.
 */
final class Folding {
  private static final char HIGHEST_TABLED = 0x3400;
  private static final String UNCHANGED = "\0";
  private static final String[] TABLE = table();

  private final String text;
  private final OffsetMap map;
  private final Foreign foreign;
  private final OffsetMap.Builder offsets = new OffsetMap.Builder();
  private char[] out = {};
  private byte[] outBytes = {};
  private int length;

  /** Where in {@link #out} letters stand that look Latin, ascending. */
  private int[] lookalikes = {};

  private int lookalikeCount;

  private Folding(String text, OffsetMap map, Foreign foreign) {
    this.text = text;
    this.map = map;
    this.foreign = foreign;
  }

  /** Folds {@code text}, which has units that are not ASCII. */
  static FoldedText fold(String text, OffsetMap map, Foreign foreign) {
    Folding folding = new Folding(text, map, foreign);
    return folding.staysInPlace() ? folding.inPlace() : folding.run();
  }

  /** Whether every unit stays one unit and no look-alike may have to change. */
  private boolean staysInPlace() {
    for (int f = 0; f < foreign.count(); f++) {
      char c = text.charAt(foreign.place(f));
      if (Lookalikes.latin(c) != 0 || inPlace(c).length() != 1) {
        return false;
      }
    }
    return true;
  }

  private FoldedText inPlace() {
    char[] units = {};
    byte[] bytes = foreign.bytes();
    for (int f = 0; f < foreign.count(); f++) {
      int at = foreign.place(f);
      String folded = inPlace(text.charAt(at));
      if (!folded.equals(UNCHANGED)) {
        units = units.length == 0 ? text.toCharArray() : units;
        units[at] = folded.charAt(0);
        bytes[at] = asByte(units[at]);
      }
    }
    return new FoldedText(units.length == 0 ? text : new String(units), map, bytes);
  }

  private static String inPlace(char c) {
    return c < HIGHEST_TABLED ? TABLE[c] : inPlaceAbove(c);
  }

  /** Emoji and ideographs stay; other letters up there are folded one by one. */
  private static String inPlaceAbove(char c) {
    boolean stays = c >= 0xd83c && c <= 0xd83e || c >= 0xdc00 && c < 0xe000 || c < 0xd7b0;
    return stays ? UNCHANGED : c >= 0xff00 && c < 0xffe0 ? foldOne(c) : "";
  }

  private FoldedText run() {
    int done = 0;
    for (int f = 0; f < foreign.count(); f++) {
      int at = foreign.place(f);
      if (at >= done) {
        copy(done, at);
        int point = text.codePointAt(at);
        done = at + Character.charCount(point);
        append(point, map.start(at), map.end(done - 1));
      }
    }
    copy(done, text.length());
    latinize();
    return new FoldedText(
        new String(out, 0, length), offsets.build(), Arrays.copyOf(outBytes, length));
  }

  private void copy(int from, int to) {
    makeRoom(to - from);
    text.getChars(from, to, out, length);
    System.arraycopy(foreign.bytes(), from, outBytes, length, to - from);
    length += to - from;
    offsets.addAll(map, from, to);
  }

  private void makeRoom(int more) {
    if (length + more > out.length) {
      int size = Math.max(length + more, text.length() + length / 2 + 16);
      out = Arrays.copyOf(out, size);
      outBytes = Arrays.copyOf(outBytes, size);
    }
  }

  private void append(int point, int start, int end) {
    String folded = point < HIGHEST_TABLED ? TABLE[point] : foldOne(point);
    if (folded.equals(UNCHANGED)) {
      add((char) point, start, end);
      return;
    }
    for (int k = 0; k < folded.length(); k++) {
      add(folded.charAt(k), start, end);
    }
  }

  private void add(char c, int start, int end) {
    if (Lookalikes.latin(c) != 0) {
      lookalikes =
          lookalikeCount == lookalikes.length
              ? Arrays.copyOf(lookalikes, 2 * lookalikeCount + 16)
              : lookalikes;
      lookalikes[lookalikeCount++] = length;
    }
    makeRoom(1);
    outBytes[length] = asByte(c);
    out[length++] = c;
    offsets.add(start, end);
  }

  /** Turns look-alikes into Latin in words that have ASCII letters too. */
  private void latinize() {
    int wordEnd = 0;
    boolean latin = false;
    for (int k = 0; k < lookalikeCount; k++) {
      int at = lookalikes[k];
      if (at >= wordEnd) {
        int wordStart = at;
        while (wordStart > 0 && out[wordStart - 1] > ' ') {
          wordStart--;
        }
        wordEnd = at;
        while (wordEnd < length && out[wordEnd] > ' ') {
          wordEnd++;
        }
        latin = hasLetter(wordStart, wordEnd);
      }
      if (latin) {
        out[at] = Lookalikes.latin(out[at]);
        outBytes[at] = asByte(out[at]);
      }
    }
  }

  private boolean hasLetter(int from, int to) {
    for (int i = from; i < to; i++) {
      char small = (char) (out[i] | 0x20);
      if (small >= 'a' && small <= 'z') {
        return true;
      }
    }
    return false;
  }

  /** All ones where the unit is above 0x7f, without a branch that a text would take at random. */
  static byte asByte(char unit) {
    return (byte) (unit | 0x7f - unit >> 31);
  }

  private static String[] table() {
    String[] table = new String[HIGHEST_TABLED];
    for (int point = 0; point < table.length; point++) {
      table[point] = foldOne(point);
    }
    return table;
  }

  private static String foldOne(int point) {
    if (Character.isIdeographic(point) || point >= 0xac00 && point < 0xd7b0) {
      return Character.charCount(point) == 1 ? UNCHANGED : Character.toString(point);
    }
    if (Character.isDigit(point)) {
      return String.valueOf((char) ('0' + Character.digit(point, 10)));
    }
    return switch (Character.getType(point)) {
      case Character.FORMAT -> "";
      case Character.SPACE_SEPARATOR -> " ";
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> "\n";
      case Character.DASH_PUNCTUATION -> "-";
      default -> compatible(point);
    };
  }

  private static String compatible(int point) {
    if (point == 0x2212 || point == 0x2043) {
      return "-";
    }
    if (point >= 0xfe00 && point <= 0xfe0f || point == 0x034f) {
      return "";
    }
    String same = Character.toString(point);
    String folded = Normalizer.normalize(same, Normalizer.Form.NFKC);
    return folded.equals(same) && same.length() == 1 ? UNCHANGED : folded;
  }
}
