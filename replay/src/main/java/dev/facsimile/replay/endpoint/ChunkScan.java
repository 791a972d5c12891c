package dev.facsimile.replay.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Looks through one chunk's JSON for what replay must know, without building it: whether it carries
 * a token, and whether it must be read in full. One pass that tells keys from text, so that a key's
 * name inside generated text is never mistaken for the key. One object for one thread.
 */
final class ChunkScan {
  /** What a key with some value means. */
  enum Meaning {
    /** A token, where its value is a text that is not empty. */
    TEXT,
    /** Read in full, where its value is a text. */
    READ_IF_TEXT,
    /** Read in full, where its value is an object. */
    READ_IF_OBJECT,
    /** Read in full, unless its value is null. */
    READ_UNLESS_NULL,
    /** Read in full, where its value is true. */
    READ_IF_TRUE,
    /** A count of output tokens so far. */
    OUTPUT_COUNT
  }

  /**
   * What one key means.
   *
   * @param least the depth from which on it means that; the outermost object's keys have depth 1
   * @param most the depth up to which it does
   * @param part what a text that it has is of an answer
   */
  record Key(byte[] name, int least, int most, Meaning meaning, KeptText.Part part) {
    static Key of(String name, int least, int most, Meaning meaning) {
      return of(name, least, most, meaning, KeptText.Part.CONTENT);
    }

    static Key of(String name, int least, int most, Meaning meaning, KeptText.Part part) {
      return new Key(name.getBytes(StandardCharsets.US_ASCII), least, most, meaning, part);
    }
  }

  /** The keys of a protocol, by their first letter. */
  static final class Keys {
    private final Key[][] byLetter = new Key[128][];

    Keys(Key... keys) {
      for (int letter = 0; letter < byLetter.length; letter++) {
        int first = letter;
        byLetter[letter] =
            Arrays.stream(keys).filter(k -> k.name()[0] == first).toArray(Key[]::new);
      }
    }

    Key[] of(byte letter) {
      return letter < 0 ? byLetter[0] : byLetter[letter];
    }
  }

  private final Keys keys;
  private byte[] json = new byte[0];
  private int to;
  private boolean token;
  private boolean readInFull;
  private boolean finishes;
  private int outputCount;
  private Key[] textKeys = new Key[4];
  private int[] textStarts = new int[4];
  private int texts;

  ChunkScan(Keys keys) {
    this.keys = keys;
  }

  /** Scans {@code bytes} from {@code from} up to, not including, {@code to}. */
  void scan(byte[] bytes, int from, int to) {
    this.json = bytes;
    this.to = to;
    token = false;
    readInFull = false;
    finishes = false;
    outputCount = 0;
    texts = 0;
    int depth = 0;
    int at = from;
    while (at < to) {
      byte b = bytes[at];
      if (b == '"') {
        int close = closingQuote(at + 1);
        int value = valueStart(close + 1);
        if (value < to && close > at + 1) {
          key(at + 1, close, value, depth);
        }
        at = close;
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
      at++;
    }
  }

  /** Whether a text that is a token, not empty, is in it. */
  boolean token() {
    return token;
  }

  /** Whether a finish reason, a usage or an error is in it. */
  boolean readInFull() {
    return readInFull;
  }

  /** Whether a text that ends the answer, such as a finish reason, is in it. */
  boolean finishes() {
    return finishes;
  }

  /** The count of output tokens so far that is in it, or 0. */
  int outputCount() {
    return outputCount;
  }

  private int closingQuote(int from) {
    int at = from;
    while (at < to && json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return at;
  }

  /**
   * Where the value of a key that ended before {@code from} begins; {@code to} if it was no key.
   */
  private int valueStart(int from) {
    int at = afterBlanks(from);
    return at < to && json[at] == ':' ? afterBlanks(at + 1) : to;
  }

  private int afterBlanks(int from) {
    int at = from;
    while (at < to && json[at] <= ' ') {
      at++;
    }
    return at;
  }

  private void key(int from, int end, int value, int depth) {
    for (Key key : keys.of(json[from])) {
      if (depth >= key.least() && depth <= key.most() && is(from, end, key.name())) {
        take(key, value);
      }
    }
  }

  private void take(Key key, int value) {
    byte first = json[value];
    switch (key.meaning()) {
      case TEXT -> {
        if (isText(value)) {
          token = true;
          remember(key, value + 1);
        }
      }
      case READ_IF_TEXT -> {
        finishes |= first == '"';
        readInFull |= first == '"';
      }
      case READ_IF_OBJECT -> readInFull |= first == '{';
      case READ_UNLESS_NULL -> readInFull |= first != 'n';
      case READ_IF_TRUE -> readInFull |= first == 't';
      case OUTPUT_COUNT -> outputCount = number(value);
    }
  }

  private void remember(Key key, int from) {
    if (texts == textKeys.length) {
      textKeys = Arrays.copyOf(textKeys, 2 * texts);
      textStarts = Arrays.copyOf(textStarts, 2 * texts);
    }
    textKeys[texts] = key;
    textStarts[texts++] = from;
  }

  /** Hands the texts of the chunk that was scanned last to an answer that keeps them. */
  void texts(Gathering answer) {
    for (int i = 0; answer.keepsText() && i < texts; i++) {
      if (!isSaidBefore(i)) {
        text(i, textKeys[i].part(), answer);
      }
    }
  }

  /** The same, all of them as one part of the answer. */
  void texts(Gathering answer, KeptText.Part part) {
    for (int i = 0; answer.keepsText() && i < texts; i++) {
      text(i, part, answer);
    }
  }

  private void text(int index, KeptText.Part part, Gathering answer) {
    answer.json(part, json, textStarts[index], Math.min(to, closingQuote(textStarts[index])));
  }

  /** Some servers put the same reasoning under its old name and its new one. */
  private boolean isSaidBefore(int index) {
    for (int i = 0; i < index; i++) {
      if (textKeys[index].part() == KeptText.Part.REASONING
          && textKeys[i].part() == KeptText.Part.REASONING
          && textKeys[i] != textKeys[index]) {
        return true;
      }
    }
    return false;
  }

  private int number(int from) {
    long value = 0;
    for (int at = from; at < to && json[at] >= '0' && json[at] <= '9'; at++) {
      value = Math.min(Integer.MAX_VALUE, 10 * value + json[at] - '0');
    }
    return (int) value;
  }

  private boolean isText(int value) {
    return json[value] == '"' && value + 1 < to && json[value + 1] != '"';
  }

  private boolean is(int from, int end, byte[] name) {
    if (end - from != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (json[from + i] != name[i]) {
        return false;
      }
    }
    return true;
  }
}
