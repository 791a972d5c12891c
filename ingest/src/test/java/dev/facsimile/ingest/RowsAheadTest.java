package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.ingest.RowReader.Row;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowsAheadTest {
  /** So many rows, then the end or a failure. */
  private static final class Counting implements RowReader {
    private final int rows;
    private final boolean fails;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile int read;
    private int bytes;

    Counting(int rows, boolean fails) {
      this.rows = rows;
      this.fails = fails;
    }

    @Override
    public Row next() throws IOException {
      if (read == rows && fails) {
        throw new IOException("cut off");
      }
      if (read == rows) {
        return new Row.End(read);
      }
      read = read + 1;
      return new Row.Broken(read, "row");
    }

    @Override
    public int size() {
      return bytes;
    }

    @Override
    public Optional<String> raw() {
      return Optional.of("raw " + read);
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  /** Around the sizes of a batch and of all batches that are held. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 257, 5000})
  void everyRowComesOnceInOrderWithItsText(int rows) throws IOException {
    try (RowsAhead ahead = new RowsAhead(new Counting(rows, false), true)) {
      for (int i = 1; i <= rows; i++) {
        assertEquals(i, ahead.next().line());
        assertEquals(Optional.of("raw " + i), ahead.raw());
      }
      assertInstanceOf(Row.End.class, ahead.next());
      assertInstanceOf(Row.End.class, ahead.next());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 256, 700})
  void aFailureComesBehindTheRowsThatWereRead(int rows) throws IOException {
    try (RowsAhead ahead = new RowsAhead(new Counting(rows, true), false)) {
      for (int i = 1; i <= rows; i++) {
        assertEquals(i, ahead.next().line());
        assertTrue(ahead.raw().isEmpty());
      }
      assertEquals("cut off", assertThrows(IOException.class, ahead::next).getMessage());
    }
  }

  @Test
  void longRowsAreNotReadFarAhead() throws IOException {
    Counting source = new Counting(1000, false);
    source.bytes = 2 << 20;
    try (RowsAhead ahead = new RowsAhead(source, false)) {
      for (int i = 1; i <= 1000; i++) {
        assertEquals(i, ahead.next().line());
        // 8 MiB wait in batches of one row, one more is handed out and one being read.
        assertTrue(source.read <= i + 6, source.read + " rows read when row " + i + " is used");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100_000})
  void closedBeforeItsEndItStopsReading(int rows) throws IOException {
    Counting source = new Counting(rows, false);
    new RowsAhead(source, false).close();
    assertTrue(source.closed.get());
    assertTrue(source.read < 100_000, "read on to the end");
  }
}
