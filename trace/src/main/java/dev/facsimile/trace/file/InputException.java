package dev.facsimile.trace.file;

import java.nio.file.Path;

/** An input that is refused; its message is one sentence: file, line, found, expected. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public InputException(String sentence) {
    super(sentence);
  }

  public InputException(Path file, String sentence) {
    super(file + ": " + sentence);
  }

  public InputException(Path file, String sentence, Throwable cause) {
    super(file + ": " + sentence, cause);
  }

  public InputException(Path file, long line, String sentence) {
    super(file + ", line " + line + ": " + sentence);
  }
}
