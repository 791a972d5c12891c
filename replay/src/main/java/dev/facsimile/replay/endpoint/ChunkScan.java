package dev.facsimile.replay.endpoint;

/**
 * Looks through one chunk's JSON for what replay must know, without building it: whether it carries
 * a token, and whether it must be read in full. One pass that tells keys from text, so that a key's
 * name inside generated text is never mistaken for the key.
 */
final class ChunkScan {
  private byte[] json = new byte[0];
  private int to;
  private boolean token;
  private boolean readInFull;

  /** Scans {@code bytes} from {@code from} up to, not including, {@code to}. */
  void scan(byte[] bytes, int from, int to) {
    this.json = bytes;
    this.to = to;
    token = false;
    readInFull = false;
    int depth = 0;
    int at = from;
    while (at < to) {
      byte b = bytes[at];
      if (b == '"') {
        int close = closingQuote(at + 1);
        int value = valueStart(close + 1);
        if (value < to) {
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

  /** Whether content or reasoning text, not empty, is in it. */
  boolean token() {
    return token;
  }

  /** Whether a finish reason, a usage or an error is in it. */
  boolean readInFull() {
    return readInFull;
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
    switch (json[from]) {
      case 'c' -> token |= is(from, end, "content") && isText(value);
      case 'r' ->
          token |=
              (is(from, end, "reasoning_content") || is(from, end, "reasoning")) && isText(value);
      case 'f' -> readInFull |= is(from, end, "finish_reason") && json[value] == '"';
      case 'u' -> readInFull |= depth == 1 && is(from, end, "usage") && json[value] == '{';
      case 'e' -> readInFull |= depth == 1 && is(from, end, "error") && json[value] != 'n';
      default -> {
        // Any other key says nothing that replay records.
      }
    }
  }

  private boolean isText(int value) {
    return json[value] == '"' && value + 1 < to && json[value + 1] != '"';
  }

  private boolean is(int from, int end, String name) {
    if (end - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (json[from + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
