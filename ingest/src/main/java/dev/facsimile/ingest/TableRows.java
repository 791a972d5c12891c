package dev.facsimile.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.ingest.format.JsonFields;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.arrow.ForeignBatches;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.parquet.ForeignRows;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Rows of somebody's Parquet or Arrow file, their number in the file as their line. Such a file is
 * read from its end, so it must be a file, not a stream.
 */
final class TableRows implements RowReader {
  /** Whatever gives rows as JSON. */
  private interface Rows {
    Optional<ObjectNode> next() throws IOException;
  }

  private final Path file;
  private final InputStream in;
  private final Rows rows;
  private final Closeable source;
  private final String filePrefix;
  private long row;
  private Optional<String> raw = Optional.empty();

  TableRows(LogFormat.Shape shape, Path file, InputStream in, String filePrefix)
      throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          file, "is a stream, expected a file: Parquet and Arrow are read from their end");
    }
    requireKind(shape, file, in);
    this.file = file;
    this.in = in;
    this.filePrefix = filePrefix;
    try {
      if (shape == LogFormat.Shape.PARQUET) {
        ForeignRows parquet = new ForeignRows(file);
        source = parquet;
        rows = parquet::next;
      } else {
        ForeignBatches arrow = new ForeignBatches(file);
        source = arrow;
        rows = arrow::next;
      }
    } catch (RuntimeException | IOException e) {
      throw new InputException(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  /** Looks at how the file begins: the libraries' own sentences tell a user little. */
  private static void requireKind(LogFormat.Shape shape, Path file, InputStream in)
      throws IOException {
    String magic = shape == LogFormat.Shape.PARQUET ? "PAR1" : "ARROW1";
    byte[] begin = in.readNBytes(magic.length());
    if (new String(begin, StandardCharsets.ISO_8859_1).equals(magic)) {
      return;
    }
    boolean stream = begin.length >= 4 && ByteBuffer.wrap(begin).getInt() == -1;
    if (shape == LogFormat.Shape.ARROW && stream) {
      throw new InputException(
          file,
          "is an Arrow stream, expected an Arrow file, which begins with ARROW1 (pyarrow's"
              + " new_file or write_feather, polars' write_ipc)");
    }
    throw new InputException(
        file,
        "is no "
            + (shape == LogFormat.Shape.PARQUET ? "Parquet" : "Arrow")
            + " file: it does not begin with "
            + magic);
  }

  @Override
  public Row next() {
    try {
      Optional<ObjectNode> next = rows.next();
      if (next.isEmpty()) {
        return new Row.End(row);
      }
      row++;
      raw = Optional.of(next.get().toString());
      return new Row.Read(row, new JsonFields(filePrefix + row, next.get()));
    } catch (IOException e) {
      throw new InputException(file, row + 1, e.getMessage());
    }
  }

  @Override
  public int size() {
    return raw.map(String::length).orElse(0);
  }

  @Override
  public Optional<String> raw() {
    return raw;
  }

  @Override
  public void close() throws IOException {
    source.close();
    in.close();
  }
}
