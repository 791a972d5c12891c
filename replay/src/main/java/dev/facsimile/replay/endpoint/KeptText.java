package dev.facsimile.replay.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The text of one answer as it comes, UTF-8. Where {@link TextKeeping} has no room left it lets go
 * of all of it. For one thread.
 */
final class KeptText {
  /** What a text is of an answer. */
  enum Part {
    CONTENT,
    REASONING,
    TOOL_CALL
  }

  private static final int FIRST_BYTES = 256;
  private static final int HEX = 16;
  private static final int UNICODE_DIGITS = 4;
  private static final byte[] NONE = {};

  private final TextKeeping keeping;
  private final byte[][] texts = {NONE, NONE, NONE};
  private final int[] sizes = new int[Part.values().length];
  private long held;
  private boolean lost;

  KeptText(TextKeeping keeping) {
    this.keeping = keeping;
  }

  /** Adds a text. */
  void add(Part part, String text) {
    if (!text.isEmpty()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      add(part, bytes, 0, bytes.length);
    }
  }

  /** Adds what stands between the quotes of a JSON string. */
  void addJson(Part part, byte[] json, int from, int to) {
    int plain = from;
    int at = from;
    while (at < to) {
      if (json[at] == '\\' && at + 1 < to) {
        add(part, json, plain, at);
        at = escape(part, json, at + 1, to);
        plain = at;
      } else {
        at++;
      }
    }
    add(part, json, plain, to);
  }

  /** Adds one escaped character; says where it ends. */
  private int escape(Part part, byte[] json, int at, int to) {
    char one =
        switch (json[at]) {
          case 'n' -> '\n';
          case 't' -> '\t';
          case 'r' -> '\r';
          case 'b' -> '\b';
          case 'f' -> '\f';
          default -> (char) json[at];
        };
    if (json[at] != 'u' || at + UNICODE_DIGITS >= to) {
      add(part, String.valueOf(one));
      return at + 1;
    }
    char first = unicode(json, at + 1);
    int end = at + 1 + UNICODE_DIGITS;
    boolean pair =
        Character.isHighSurrogate(first)
            && end + 1 + UNICODE_DIGITS < to
            && json[end] == '\\'
            && json[end + 1] == 'u';
    if (!pair) {
      add(part, String.valueOf(first));
      return end;
    }
    add(part, new String(new char[] {first, unicode(json, end + 2)}));
    return end + 2 + UNICODE_DIGITS;
  }

  private static char unicode(byte[] json, int from) {
    int value = 0;
    for (int at = from; at < from + UNICODE_DIGITS; at++) {
      value = value * HEX + Math.max(0, Character.digit(json[at], HEX));
    }
    return (char) value;
  }

  private void add(Part part, byte[] bytes, int from, int to) {
    int length = to - from;
    int index = part.ordinal();
    if (lost || length <= 0 || !hasRoom(index, sizes[index] + length)) {
      return;
    }
    System.arraycopy(bytes, from, texts[index], sizes[index], length);
    sizes[index] += length;
  }

  private boolean hasRoom(int index, int needed) {
    int has = texts[index].length;
    if (needed <= has) {
      return true;
    }
    int grown = Math.max(needed, Math.max(FIRST_BYTES, 2 * has));
    if (!keeping.take(grown - has)) {
      letGo();
      lost = true;
      return false;
    }
    held += grown - has;
    texts[index] = Arrays.copyOf(texts[index], grown);
    return true;
  }

  private void letGo() {
    keeping.give(held);
    held = 0;
    Arrays.fill(texts, NONE);
    Arrays.fill(sizes, 0);
  }

  /** Hands the text over, and keeps it no longer; absent where there was no room for all of it. */
  Optional<AnswerText> handOver() {
    if (lost) {
      return Optional.empty();
    }
    AnswerText text =
        new AnswerText(text(Part.CONTENT), text(Part.REASONING), text(Part.TOOL_CALL));
    letGo();
    return Optional.of(text);
  }

  private String text(Part part) {
    return new String(texts[part.ordinal()], 0, sizes[part.ordinal()], StandardCharsets.UTF_8);
  }
}
