package dev.facsimile.anonymize.detect.layer;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.fold.OffsetMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes one level of escapes away: backslashes as in JSON and program text, {@code %XX}, and
 * character references of HTML. Each unit keeps its exact place, so that a hit redacts the escaped
 * value alone.
 */
public final class Escapes {
  /** Text farther than this from any escape was seen by the scan of the text itself. */
  private static final int AROUND = 192;

  /** What a backslash stands before in JSON, program text and Markdown. */
  private static final boolean[] ESCAPED = escaped("nrtbf\"\\/'`@_-.uxU");

  private static final int LONGEST_REFERENCE = 10;
  private static final Map<String, Character> NAMED =
      Map.ofEntries(
          Map.entry("amp", '&'),
          Map.entry("lt", '<'),
          Map.entry("gt", '>'),
          Map.entry("quot", '"'),
          Map.entry("apos", '\''),
          Map.entry("nbsp", ' '),
          Map.entry("commat", '@'),
          Map.entry("period", '.'),
          Map.entry("colon", ':'),
          Map.entry("equals", '='),
          Map.entry("sol", '/'),
          Map.entry("plus", '+'),
          Map.entry("lowbar", '_'),
          Map.entry("hyphen", '-'),
          Map.entry("dash", '-'),
          Map.entry("num", '#'),
          Map.entry("excl", '!'),
          Map.entry("dollar", '$'),
          Map.entry("percnt", '%'),
          Map.entry("tab", '\t'),
          Map.entry("newline", '\n'));

  private final FoldedText text;
  private final boolean plain;

  /**
   * No escape stands for more units than it is written with, but for one that the end cuts: of that
   * a pair of surrogates may come.
   */
  private final char[] out;

  private int size;
  private final OffsetMap.Builder map;

  private Escapes(FoldedText text, int length) {
    this.text = text;
    this.plain = text.map().isIdentity();
    this.out = new char[length + 1];
    this.map = new OffsetMap.Builder();
  }

  private static boolean[] escaped(String signs) {
    boolean[] escaped = new boolean[128];
    signs.chars().forEach(sign -> escaped[sign] = true);
    return escaped;
  }

  /** Whether an escape begins at {@code i}. */
  public static boolean beginsAt(FoldedText text, int i) {
    return switch (text.at(i)) {
      case '\\' -> text.at(i + 1) < ESCAPED.length && ESCAPED[text.at(i + 1)];
      case '%' -> hex(text.at(i + 1)) >= 0 && hex(text.at(i + 2)) >= 0;
      case '&' -> text.at(i + 1) == '#' || named(text, i) > 0;
      default -> false;
    };
  }

  /**
   * The text without one level of escapes, in stretches around them.
   *
   * @param places where escapes begin, ascending
   */
  public static List<Decoded> decode(FoldedText text, int[] places, int count) {
    List<Decoded> stretches = new ArrayList<>();
    int first = 0;
    while (first < count) {
      int last = first;
      while (last + 1 < count && places[last + 1] - places[last] <= 2 * AROUND) {
        last++;
      }
      int from = Math.max(0, places[first] - AROUND);
      int to = Math.min(text.length(), places[last] + AROUND);
      Escapes escapes = new Escapes(text, to - from);
      escapes.read(from, to);
      stretches.add(new Decoded(new String(escapes.out, 0, escapes.size), escapes.map.build()));
      first = last + 1;
    }
    return stretches;
  }

  /** Adds a JSON string's content to a text that is being joined. */
  static void unescape(
      FoldedText text, int start, int end, StringBuilder out, OffsetMap.Builder map) {
    Escapes escapes = new Escapes(text, end - start);
    escapes.read(start, end);
    out.append(escapes.out, 0, escapes.size);
    map.addAll(escapes.map.build(), 0, escapes.size);
  }

  private void read(int from, int to) {
    int i = from;
    while (i < to) {
      int plainEnd = plainEnd(i, to);
      text.string().getChars(i, plainEnd, out, size);
      size += plainEnd - i;
      map.addAll(text.map(), i, plainEnd);
      i = plainEnd;
      if (i == to) {
        return;
      }
      char c = text.at(i);
      int length =
          switch (c) {
            case '\\' -> backslash(i);
            case '%' -> percent(i);
            case '&' -> reference(i);
            default -> 0;
          };
      if (length == 0) {
        put(c, i, 1);
        length = 1;
      }
      i += length;
    }
  }

  private int plainEnd(int from, int to) {
    byte[] bytes = text.bytes();
    int i = from;
    while (i < to && bytes[i] != '\\' && bytes[i] != '%' && bytes[i] != '&') {
      i++;
    }
    return i;
  }

  private void put(char c, int at, int length) {
    out[size++] = c;
    int end = Math.min(at + length, text.length());
    if (plain) {
      map.add(at, end);
    } else {
      map.add(text.originalStart(at), text.originalEnd(end - 1));
    }
  }

  private int backslash(int i) {
    char c = text.at(i + 1);
    switch (c) {
      case 'n', 'r' -> put('\n', i, 2);
      case 't', 'b', 'f' -> put('\t', i, 2);
      case '"', '\\', '/', '\'', '`', '@', '_', '-', '.' -> put(c, i, 2);
      case 'u' -> {
        return text.at(i + 2) == '{' ? braced(i) : hexEscape(i, 4);
      }
      case 'x' -> {
        return hexEscape(i, 2);
      }
      case 'U' -> {
        return hexEscape(i, 8);
      }
      default -> {
        return 0;
      }
    }
    return 2;
  }

  private int braced(int i) {
    int end = i + 3;
    int value = 0;
    while (end < i + 9 && hex(text.at(end)) >= 0) {
      value = value << 4 | hex(text.at(end++));
    }
    if (end == i + 3 || text.at(end) != '}' || !Character.isValidCodePoint(value)) {
      return 0;
    }
    putPoint(value, i, end + 1 - i);
    return end + 1 - i;
  }

  private int hexEscape(int i, int digits) {
    int value = 0;
    for (int k = 0; k < digits; k++) {
      int digit = hex(text.at(i + 2 + k));
      if (digit < 0) {
        return 0;
      }
      value = value << 4 | digit;
    }
    if (!Character.isValidCodePoint(value)) {
      return 0;
    }
    putPoint(value, i, digits + 2);
    return digits + 2;
  }

  private void putPoint(int point, int at, int length) {
    for (char c : Character.toChars(point)) {
      put(c, at, length);
    }
  }

  /** One or more {@code %XX} as UTF-8. */
  private int percent(int i) {
    int value = percentByte(i);
    if (value < 0) {
      return 0;
    }
    int more = value < 0xc0 ? 0 : value < 0xe0 ? 1 : value < 0xf0 ? 2 : 3;
    int point = more == 0 ? value : value & 0x3f >> more;
    for (int k = 1; k <= more; k++) {
      int next = percentByte(i + 3 * k);
      if (next < 0x80 || next >= 0xc0) {
        put((char) value, i, 3);
        return 3;
      }
      point = point << 6 | next & 0x3f;
    }
    putPoint(Character.isValidCodePoint(point) ? point : 0xfffd, i, 3 * (more + 1));
    return 3 * (more + 1);
  }

  private int percentByte(int i) {
    int high = hex(text.at(i + 1));
    int low = hex(text.at(i + 2));
    return text.at(i) != '%' || high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  private int reference(int i) {
    if (text.at(i + 1) != '#') {
      int length = named(text, i);
      if (length > 0) {
        put(NAMED.get(lower(text.slice(i + 1, i + length - 1))), i, length);
      }
      return length;
    }
    boolean hexadecimal = text.at(i + 2) == 'x' || text.at(i + 2) == 'X';
    int radix = hexadecimal ? 16 : 10;
    int from = hexadecimal ? i + 3 : i + 2;
    int end = from;
    int value = 0;
    while (end < from + 7 && Character.digit(text.at(end), radix) >= 0) {
      value = value * radix + Character.digit(text.at(end++), radix);
    }
    if (end == from || !Character.isValidCodePoint(value)) {
      return 0;
    }
    int length = end - i + (text.at(end) == ';' ? 1 : 0);
    putPoint(value, i, length);
    return length;
  }

  private static int named(FoldedText text, int i) {
    int end = i + 1;
    while (end - i < LONGEST_REFERENCE && Character.isLetter(text.at(end))) {
      end++;
    }
    return text.at(end) == ';' && NAMED.containsKey(lower(text.slice(i + 1, end)))
        ? end + 1 - i
        : 0;
  }

  private static String lower(String name) {
    return name.toLowerCase(java.util.Locale.ROOT);
  }

  private static int hex(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }
}
