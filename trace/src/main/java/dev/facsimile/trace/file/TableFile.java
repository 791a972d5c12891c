package dev.facsimile.trace.file;

import dev.facsimile.trace.parquet.TableReader;
import dev.facsimile.trace.parquet.TableWriter;
import dev.facsimile.trace.table.RowCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parquet files with our header in their metadata and one sentence for what is wrong with one. */
final class TableFile {
  /** The metadata key of the header. */
  static final String HEADER_KEY = "facsimile";

  private TableFile() {}

  /**
   * The header's text.
   *
   * @throws InputException if the file is not Parquet or has no header of ours
   */
  static String header(Path file) throws IOException {
    InputFiles.requireFile(file);
    Map<String, String> metadata;
    try {
      metadata = TableReader.metadata(file);
    } catch (RuntimeException | IOException e) {
      throw new InputException(
          file,
          (isText(file) ? "is text" : "is not a whole Parquet file")
              + ", expected a Parquet file of ours",
          e);
    }
    String header = metadata.get(HEADER_KEY);
    if (header == null) {
      throw new InputException(
          file, "is a Parquet file without a Facsimile header: ingest it with a mapping first");
    }
    return header;
  }

  /** Whether a file begins as our JSON files do; a user may have mixed them up. */
  private static boolean isText(Path file) throws IOException {
    try (InputStream in = InputFiles.open(file)) {
      return in.read() == '{';
    }
  }

  /** The rows, without the columns {@code leaveOut}. */
  static <T> Rows<T> rows(Path file, RowCodec<T> codec, Set<String> leaveOut) throws IOException {
    return rows(file, codec, leaveOut, 0, Long.MAX_VALUE);
  }

  /** The rows from one place, counted from 0, to another. */
  static <T> Rows<T> rows(Path file, RowCodec<T> codec, Set<String> leaveOut, long from, long to)
      throws IOException {
    TableReader<T> reader;
    try {
      reader = new TableReader<>(file, codec, leaveOut, from, to);
    } catch (RuntimeException e) {
      throw unreadable(file, from, e);
    }
    return new Rows<>() {
      private long row = from;

      @Override
      public Optional<T> next() {
        try {
          Optional<T> next = reader.read();
          row++;
          return next;
        } catch (RuntimeException | IOException e) {
          throw unreadable(file, row, e);
        }
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  /** What to say of a file of which {@code rows} rows could be read. */
  static InputException unreadable(Path file, long rows, Exception e) {
    return new InputException(file, "cannot be read after row " + rows + ": " + sentence(e), e);
  }

  private static String sentence(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? root.toString() : root.getMessage();
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  /**
   * Writes rows; {@link #finish} puts the header in and gives the file its name.
   *
   * @param <T> the row
   */
  static final class Writer<T> implements Closeable {
    private final AtomicFile file;
    private final TableWriter<T> writer;
    private boolean closed;

    Writer(AtomicFile file, RowCodec<T> codec) throws IOException {
      this.file = file;
      this.writer = new TableWriter<>(file.path(), codec);
    }

    void write(T row) throws IOException {
      writer.write(row);
    }

    void finish(Object header) throws IOException {
      writer.metadata(Map.of(HEADER_KEY, Json.line(header)));
      closed = true;
      writer.finish();
      file.commit();
    }

    @Override
    public void close() throws IOException {
      try (file) {
        if (!closed) {
          closed = true;
          writer.close();
        }
      }
    }
  }
}
