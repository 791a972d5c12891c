package dev.facsimile.anonymize.text;

import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** The words that made-up text consists of, for who must tell it from other text. */
public final class MadeUpWords {
  private MadeUpWords() {}

  /**
   * The words, in lower case, that releases under {@code tokenizer} are made up of.
   *
   * @param file the tokenizer's file
   */
  public static Set<String> of(Tokenizer tokenizer, Path file) throws IOException {
    return StableWords.of(tokenizer, file).all();
  }
}
