package dev.facsimile.trace.file;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.TraceHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a trace. Nothing bears the file's name until {@link #finish}; closed without it, nothing
 * is left.
 */
public final class TraceWriter implements Closeable {
  private final TableFile.Writer<TraceRow> writer;
  private long rows;

  private TraceWriter(AtomicFile file) throws IOException {
    writer = new TableFile.Writer<>(file, new TraceCodec());
  }

  /** Starts a trace that others may read: an anonymized one. */
  public static TraceWriter create(Path file) throws IOException {
    return new TraceWriter(AtomicFile.create(file));
  }

  /** Starts a trace that only its owner may read: a raw one. */
  public static TraceWriter createPrivate(Path file) throws IOException {
    return new TraceWriter(AtomicFile.createPrivate(file));
  }

  public void write(TraceRow row) throws IOException {
    writer.write(row);
    rows++;
  }

  /** Rows written so far. */
  public long rows() {
    return rows;
  }

  /** Ends the file. */
  public void finish(TraceHeader header) throws IOException {
    writer.finish(header);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
