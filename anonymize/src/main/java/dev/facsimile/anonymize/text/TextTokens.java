package dev.facsimile.anonymize.text;

import dev.facsimile.trace.text.CachedEncoder;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * What a tokenizer is to releases with text: it counts, remembers what it has counted, and has the
 * words that made-up text consists of. One serves a release and its canary trial, which count
 * mostly the same texts. Holds what {@link CachedEncoder} and its words take.
 */
public final class TextTokens {
  private final Tokenizer tokenizer;
  private final CachedEncoder encoder;
  private final StableWords words;

  private TextTokens(Tokenizer tokenizer, StableWords words) {
    this.tokenizer = tokenizer;
    this.encoder = CachedEncoder.ofParts(tokenizer);
    this.words = words;
  }

  /**
   * Tries a tokenizer for its words.
   *
   * @param file the tokenizer's file
   * @throws dev.facsimile.trace.file.InputException if it has too few words that keep their count
   */
  public static TextTokens of(Tokenizer tokenizer, Path file) throws IOException {
    return new TextTokens(tokenizer, StableWords.of(tokenizer, file));
  }

  /** The words, in lower case, that releases under the tokenizer are made up of. */
  public Set<String> madeUpWords() {
    return words.all();
  }

  Tokenizer tokenizer() {
    return tokenizer;
  }

  CachedEncoder encoder() {
    return encoder;
  }

  StableWords words() {
    return words;
  }
}
