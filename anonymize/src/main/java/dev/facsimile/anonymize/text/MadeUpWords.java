package dev.facsimile.anonymize.text;

import java.util.Set;

/** The words that made-up text consists of, for who must tell it from other text. */
public final class MadeUpWords {
  private MadeUpWords() {}

  /** The words, in lower case, that releases under a tokenizer are made up of. */
  public static Set<String> of(TextTokens tokens) {
    return tokens.words().all();
  }
}
