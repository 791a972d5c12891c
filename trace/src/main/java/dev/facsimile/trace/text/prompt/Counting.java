package dev.facsimile.trace.text.prompt;

import java.util.Locale;

/** What of a request counts as its prompt. */
public enum Counting {
  /** The text alone, as for a completion; without tokens that a tokenizer puts around a text. */
  BARE,
  /** The text as a user's message in the model's chat template, with what opens the answer. */
  CHAT;

  /** Its name in options. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
