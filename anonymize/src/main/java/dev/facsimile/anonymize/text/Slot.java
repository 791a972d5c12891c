package dev.facsimile.anonymize.text;

import java.util.Optional;

/**
 * One text of a message, where it stands in its prompt, and what its beginnings share with others.
 *
 * @param text the original
 * @param tokens its tokens, counted for itself
 * @param layout where it begins in the prompt
 * @param ends where its chunks end, in tokens from its start; a chunk ends with a block of the
 *     prompt, or with the text
 * @param codes for each chunk a code of all that stands before its end, prompt included: equal
 *     codes mean equal beginnings
 * @param window what surrounds it where the prompt has it word for word
 */
record Slot(
    String text,
    int tokens,
    StableWords.Layout layout,
    int[] ends,
    long[] codes,
    Optional<Window> window) {

  /** Of no text. */
  static final Slot EMPTY =
      new Slot("", 0, new StableWords.Layout(0, 1), new int[0], new long[0], Optional.empty());

  /**
   * What surrounds a text in the prompt.
   *
   * @param before some characters before it
   * @param after some characters after it
   * @param trimmed whether the prompt has it without the white space at its ends
   */
  record Window(String before, String after, boolean trimmed) {
    /** The surroundings with {@code text} in the middle. */
    String with(String text) {
      return before + (trimmed ? text.strip() : text) + after;
    }
  }

  /** Tells this text with this beginning apart from all others. */
  long lastCode() {
    return codes[codes.length - 1];
  }
}
