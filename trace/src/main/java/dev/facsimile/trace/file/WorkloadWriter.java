package dev.facsimile.trace.file;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * Writes a workload: JSON Lines with a header line, compressed as the name ends ({@code .gz},
 * {@code .zst}), or Parquet ({@code .parquet}). Nothing bears the file's name until {@link
 * #finish()}.
 */
public final class WorkloadWriter implements Closeable {

  /** Where the rows go. */
  private interface Sink extends Closeable {
    void write(WorkloadRow row, byte[] line, int length) throws IOException;

    void finish() throws IOException;
  }

  private final Sink sink;
  private final MessageDigest digest = InputFiles.sha256();
  private final ByteArrayOutputStream line = new Line();
  private long rows;

  private WorkloadWriter(Sink sink, WorkloadHeader header) {
    this.sink = sink;
    digest.update(headerLine(header));
  }

  /** Starts a workload. */
  public static WorkloadWriter create(Path file, WorkloadHeader header) throws IOException {
    boolean parquet = file.getFileName().toString().endsWith(".parquet");
    if (!parquet && !WorkloadFile.isLines(file)) {
      throw new InputException(
          file,
          "is no workload's name, expected .jsonl, .jsonl.gz, .jsonl.zst or .parquet at its end");
    }
    Sink sink = parquet ? new ParquetSink(file, header) : new LineSink(file, header);
    return new WorkloadWriter(sink, header);
  }

  public void write(WorkloadRow row) throws IOException {
    line.reset();
    WorkloadLine.write(row, line);
    byte[] bytes = ((Line) line).bytes();
    digest.update(bytes, 0, line.size());
    sink.write(row, bytes, line.size());
    rows++;
  }

  /** Rows written so far. */
  public long rows() {
    return rows;
  }

  /**
   * Ends the file.
   *
   * @return SHA-256 of the uncompressed JSON Lines, lower-case hex, whatever the file's form
   */
  public String finish() throws IOException {
    sink.finish();
    return InputFiles.hex(digest);
  }

  @Override
  public void close() throws IOException {
    sink.close();
  }

  static byte[] headerLine(WorkloadHeader header) {
    return (Json.line(header) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** A byte buffer that lends its array. */
  static final class Line extends ByteArrayOutputStream {
    byte[] bytes() {
      return buf;
    }
  }

  private static final class LineSink implements Sink {
    private final AtomicFile file;
    private final OutputStream out;
    private boolean closed;

    LineSink(Path target, WorkloadHeader header) throws IOException {
      file = AtomicFile.create(target);
      out = InputFiles.create(file.path(), target.getFileName().toString());
      out.write(headerLine(header));
    }

    @Override
    public void write(WorkloadRow row, byte[] line, int length) throws IOException {
      out.write(line, 0, length);
    }

    @Override
    public void finish() throws IOException {
      closed = true;
      out.close();
      file.commit();
    }

    @Override
    public void close() throws IOException {
      try (file) {
        if (!closed) {
          closed = true;
          out.close();
        }
      }
    }
  }

  private static final class ParquetSink implements Sink {
    private final TableFile.Writer<WorkloadRow> writer;
    private final WorkloadHeader header;

    ParquetSink(Path target, WorkloadHeader header) throws IOException {
      this.writer = new TableFile.Writer<>(AtomicFile.create(target), new WorkloadCodec());
      this.header = header;
    }

    @Override
    public void write(WorkloadRow row, byte[] line, int length) throws IOException {
      writer.write(row);
    }

    @Override
    public void finish() throws IOException {
      writer.finish(header);
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }
}
