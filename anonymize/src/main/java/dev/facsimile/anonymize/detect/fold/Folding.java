package dev.facsimile.anonymize.detect.fold;

import java.text.Normalizer;
import java.util.Optional;

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
  private final StringBuilder out;
  private final OffsetMap.Builder offsets;
  private int wordStart;
  private int copied;
  private boolean asciiLetters;
  private boolean lookalikes;

  private Folding(String text, OffsetMap map) {
    this.text = text;
    this.map = map;
    this.out = new StringBuilder(text.length());
    this.offsets = new OffsetMap.Builder();
  }

  static FoldedText fold(String text, OffsetMap map) {
    Optional<String> inPlace = inPlace(text);
    return inPlace.isPresent()
        ? new FoldedText(inPlace.get(), map, bytes(inPlace.get()))
        : new Folding(text, map).run();
  }

  /** The folded text where every unit stays one unit and no look-alike may have to change. */
  private static Optional<String> inPlace(String text) {
    char[] units = text.toCharArray();
    boolean changed = false;
    for (int i = 0; i < units.length; i++) {
      char c = units[i];
      if (c < 0x80) {
        continue;
      }
      if (Lookalikes.latin(c) != 0) {
        return Optional.empty();
      }
      String folded = c < HIGHEST_TABLED ? TABLE[c] : inPlaceAbove(c);
      if (folded.length() != 1) {
        return Optional.empty();
      }
      if (!folded.equals(UNCHANGED)) {
        units[i] = folded.charAt(0);
        changed = true;
      }
    }
    return Optional.of(changed ? new String(units) : text);
  }

  /** Emoji and ideographs stay; other letters up there are folded one by one. */
  private static String inPlaceAbove(char c) {
    boolean stays = c >= 0xd83c && c <= 0xd83e || c >= 0xdc00 && c < 0xe000 || c < 0xd7b0;
    return stays ? UNCHANGED : c >= 0xff00 && c < 0xffe0 ? foldOne(c) : "";
  }

  private FoldedText run() {
    int i = 0;
    while (i < text.length()) {
      if (text.charAt(i) < 0x80) {
        i = ascii(i);
        continue;
      }
      int point = text.codePointAt(i);
      int next = i + Character.charCount(point);
      append(point, map.start(i), map.end(next - 1));
      i = next;
    }
    endWord();
    String folded = out.toString();
    return new FoldedText(folded, offsets.build(), bytes(folded));
  }

  /** Copies the ASCII stretch from {@code from}; where it ends. */
  private int ascii(int from) {
    int to = from;
    int space = -1;
    while (to < text.length() && text.charAt(to) < 0x80) {
      if (text.charAt(to) <= ' ') {
        if (space < 0) {
          endWord(from, to);
        }
        space = to;
      }
      to++;
    }
    out.append(text, from + copied, to);
    copied = 0;
    offsets.addAll(map, from, to);
    if (space >= 0) {
      wordStart = out.length() - (to - space - 1);
    }
    asciiLetters |= hasLetter(Math.max(from, space + 1), to);
    return to;
  }

  /** Ends the word that goes on from {@code from} to {@code to} and is not copied yet. */
  private void endWord(int from, int to) {
    out.append(text, from, to);
    copied = to - from;
    asciiLetters |= hasLetter(from, to);
    endWord();
  }

  private boolean hasLetter(int from, int to) {
    for (int i = from; i < to; i++) {
      char c = (char) (text.charAt(i) | 0x20);
      if (c >= 'a' && c <= 'z') {
        return true;
      }
    }
    return false;
  }

  private static byte[] bytes(String text) {
    char[] units = text.toCharArray();
    byte[] bytes = new byte[units.length];
    for (int i = 0; i < bytes.length; i++) {
      char c = units[i];
      bytes[i] = c < 0x80 ? (byte) c : -1;
    }
    return bytes;
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
    if (c <= ' ') {
      endWord();
      wordStart = out.length() + 1;
    } else if (c < 0x80) {
      asciiLetters |= Character.isLetter(c);
    } else {
      lookalikes |= Lookalikes.latin(c) != 0;
    }
    out.append(c);
    offsets.add(start, end);
  }

  /** Turns the word's look-alikes into Latin if it has ASCII letters too. */
  private void endWord() {
    if (asciiLetters && lookalikes) {
      for (int i = wordStart; i < out.length(); i++) {
        char latin = Lookalikes.latin(out.charAt(i));
        if (latin != 0) {
          out.setCharAt(i, latin);
        }
      }
    }
    asciiLetters = false;
    lookalikes = false;
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
