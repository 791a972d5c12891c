package dev.facsimile.anonymize;

import dev.facsimile.anonymize.text.TextTokens;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The tokenizer that counts are counted with. Safe for use by several threads. */
public final class DeclaredTokenizer {
  private final Tokenizer tokenizer;
  private final Path file;
  private Optional<TextTokens> texts = Optional.empty();

  /**
   * A tokenizer.
   *
   * @param tokenizer it
   * @param file where it was read from
   */
  public DeclaredTokenizer(Tokenizer tokenizer, Path file) {
    this.tokenizer = tokenizer;
    this.file = file;
  }

  /** It. */
  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /**
   * What it is to text; tried out when it is asked for first.
   *
   * @throws dev.facsimile.trace.file.InputException if it has too few words that keep their count
   */
  public synchronized TextTokens texts() throws IOException {
    if (texts.isEmpty()) {
      texts = Optional.of(TextTokens.of(tokenizer, file));
    }
    return texts.get();
  }
}
