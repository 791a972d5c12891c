package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.random.SeededStreams;

/** A prompt's text while it is written, from the first token behind the frame's own on. */
final class Page {
  private final Opening opening;
  private final int end;
  private final StringBuilder text;
  private int at;

  private boolean begun;

  /**
   * An empty page.
   *
   * @param room tokens of text to be written
   */
  Page(Opening opening, int room) {
    this.opening = opening;
    this.at = opening.before();
    this.end = at + room;
    this.text = new StringBuilder(16 + room * 6);
  }

  /** A page whose text goes on from another text, rather than open a message. */
  static Page goingOn(Opening opening, int room) {
    Page page = new Page(opening, room);
    page.begun = true;
    return page;
  }

  /** The position, in the whole prompt, of the next token. */
  int at() {
    return at;
  }

  /** The position where the frame's end begins. */
  int end() {
    return end;
  }

  String text() {
    return text.toString();
  }

  /** Words at the front that stand for themselves. */
  void front(Units units, long key, int tokens) {
    int to = Math.min(end, at + tokens);
    long bits = key;
    for (boolean more = true; more && at < to; ) {
      bits = SeededStreams.mix(bits);
      more = put(units, bits, to, true);
    }
  }

  /** Writes up to the position {@code to}, drawn from {@code key}. */
  void write(Units units, long key, int to) {
    long bits = key;
    boolean head = true;
    while (at < to) {
      bits = SeededStreams.mix(bits);
      if (!put(units, bits, to, head)) {
        return;
      }
      head = false;
    }
  }

  private boolean put(Units units, long bits, int to, boolean head) {
    if (!begun) {
      if (to - at < opening.wordTokens()) {
        return false;
      }
      begun = true;
      text.append(opening.word(bits));
      at += opening.wordTokens();
      return true;
    }
    Unit unit = head ? units.head(bits, to - at) : units.draw(bits, to - at);
    text.append(unit.text());
    at += unit.tokens();
    return unit.tokens() > 0;
  }
}
