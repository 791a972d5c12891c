package dev.facsimile.trace.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Rows read one after another; whoever opened them closes them.
 *
 * @param <T> the row
 */
public interface Rows<T> extends Closeable {
  /**
   * The next row, or empty at the end.
   *
   * @throws InputException if the file is not what it should be
   */
  Optional<T> next() throws IOException;

  /** No rows. */
  static <T> Rows<T> none() {
    return new Rows<>() {
      @Override
      public Optional<T> next() {
        return Optional.empty();
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
