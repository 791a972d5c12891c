package dev.facsimile.trace.file;

import dev.facsimile.trace.Intent;
import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Planned requests from a workload, or from a trace taken as it stands. */
public sealed interface WorkloadSource {

  Path path();

  /** The workload's header; for a trace, the one that it has as a workload. */
  WorkloadHeader header();

  /** The planned requests in order. */
  Rows<WorkloadRow> rows() throws IOException;

  /** What each planned request asks of a server, in order: faster than {@link #rows()}. */
  Rows<LoadRow> loads() throws IOException;

  /** SHA-256 over the uncompressed JSON Lines of the workload. */
  String digest() throws IOException;

  /**
   * Rows that {@link #rows()} or {@link #loads()} has left out so far because the trace does not
   * tell their lengths; always 0 for a workload.
   */
  long leftOut();

  /**
   * Opens either.
   *
   * @throws InputException if it is neither
   */
  static WorkloadSource open(Path path) throws IOException {
    if (WorkloadFile.isLines(path)) {
      return new Workload(WorkloadFile.open(path));
    }
    String header = TableFile.header(path);
    return header.contains("\"" + WorkloadHeader.FORMAT + "\"")
        ? new Workload(WorkloadFile.open(path))
        : new Trace(TraceFile.open(path), new AtomicLong());
  }

  /** A workload file. */
  record Workload(WorkloadFile file) implements WorkloadSource {
    @Override
    public Path path() {
      return file.path();
    }

    @Override
    public WorkloadHeader header() {
      return file.header();
    }

    @Override
    public Rows<WorkloadRow> rows() throws IOException {
      return file.rows();
    }

    @Override
    public Rows<LoadRow> loads() throws IOException {
      return file.loads();
    }

    @Override
    public String digest() throws IOException {
      return file.digest();
    }

    @Override
    public long leftOut() {
      return 0;
    }
  }

  /** A trace as it stands. */
  record Trace(TraceFile file, AtomicLong skipped) implements WorkloadSource {
    @Override
    public Path path() {
      return file.path();
    }

    @Override
    public WorkloadHeader header() {
      TraceHeader header = file.header();
      return new WorkloadHeader(
          WorkloadHeader.FORMAT,
          WorkloadHeader.VERSION,
          ToolVersion.CURRENT,
          Optional.empty(),
          false,
          0,
          header.blocks(),
          header.clock().latticeNanos(),
          List.of(),
          header.provenance());
    }

    @Override
    public Rows<WorkloadRow> rows() throws IOException {
      Rows<TraceRow> rows = file.rows();
      skipped.set(0);
      return new Rows<>() {
        @Override
        public Optional<WorkloadRow> next() throws IOException {
          for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
            if (row.get().request().tokens().lengthsKnown()) {
              return Optional.of(new WorkloadRow(row.get().request(), Intent.PLAIN));
            }
            skipped.incrementAndGet();
          }
          return Optional.empty();
        }

        @Override
        public void close() throws IOException {
          rows.close();
        }
      };
    }

    @Override
    public Rows<LoadRow> loads() throws IOException {
      Rows<LoadRow> rows = TableFile.rows(file.path(), new LoadCodec(), Set.of());
      skipped.set(0);
      return new Rows<>() {
        @Override
        public Optional<LoadRow> next() throws IOException {
          for (Optional<LoadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
            if (row.get().lengthsKnown()) {
              return row;
            }
            skipped.incrementAndGet();
          }
          return Optional.empty();
        }

        @Override
        public void close() throws IOException {
          rows.close();
        }
      };
    }

    @Override
    public String digest() throws IOException {
      return WorkloadFile.digest(header(), this::rows);
    }

    @Override
    public long leftOut() {
      return skipped.get();
    }
  }
}
