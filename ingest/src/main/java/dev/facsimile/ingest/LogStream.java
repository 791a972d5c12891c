package dev.facsimile.ingest;

import com.github.luben.zstd.ZstdIOException;
import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.TraceRow;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * The requests of one log, put in order of its clock as far as the reorder window reaches. The log
 * is one file, or several whose rows join ({@link LogFormat#joinsFiles}), read one after another.
 * Holds the window, its contents in the parking. A file is closed as soon as its last row is read.
 */
final class LogStream implements PieceSource {

  /**
   * A file to read.
   *
   * @param number its number among the logs of the trace, from 1
   * @param idPrefix with which ids of rows without one begin
   * @param idQualifier what to put before ids that the log gives; often nothing
   */
  record Part(LogSource source, int number, String idPrefix, String idQualifier) {}

  private final Iterator<Part> parts;
  private final LogFormat format;
  private final LogReader reader;
  private final RowSteps steps;
  private final TimeBounds bounds;
  private final Dispositions made = new Dispositions();
  private final ReorderWindow<Placed> window;
  private final ContentParking parking;
  private final ArrayDeque<Piece> ready = new ArrayDeque<>();
  private Optional<OpenFile> file = Optional.empty();
  private boolean ended;

  LogStream(
      List<Part> parts,
      LogFormat format,
      RowSteps steps,
      TimeBounds bounds,
      int reorderRows,
      ContentParking parking) {
    this.parking = parking;
    this.parts = parts.iterator();
    this.format = format;
    this.reader = format.reader();
    this.steps = steps;
    this.bounds = bounds;
    this.window = new ReorderWindow<>(reorderRows);
  }

  /** The file that is being read. */
  private final class OpenFile {
    private final LogSource source;
    private final Part part;
    private final CountedBytes counted;
    private final RowReader rows;
    private final ClockWatch<Placed> watch = new ClockWatch<>(new Reordering());
    private long bytesTold;

    OpenFile(Part part) throws IOException {
      this.part = part;
      source = part.source();
      counted = new CountedBytes(source.whole());
      RowReader read =
          RowReader.of(
              format,
              source.label(),
              LogSource.decompress(counted),
              part.idPrefix(),
              Stretch.WHOLE);
      // Parsing JSON is as much work as all that follows; a record of CSV costs less than a
      // hand-over.
      boolean ahead = format.shape() != LogFormat.Shape.CSV;
      rows = ahead ? new RowsAhead(read, steps.keepsRaw()) : read;
    }

    void tellProgress() {
      steps.bytesRead(counted.bytes() - bytesTold);
      bytesTold = counted.bytes();
    }

    void end() throws IOException {
      watch.end();
      String sha256 = counted.sha256();
      tellProgress();
      rows.close();
      steps.logEnded(source, sha256, watch);
    }
  }

  @Override
  public Optional<Piece> peek() throws IOException {
    while (ready.isEmpty() && !ended) {
      readRow();
    }
    return Optional.ofNullable(ready.peek());
  }

  @Override
  public Optional<Piece> next() throws IOException {
    Optional<Piece> piece = peek();
    ready.poll();
    return piece.isPresent() && piece.get() instanceof Piece.Arrived arrived
        ? Optional.of(new Piece.Arrived(parking.leave(arrived.row())))
        : piece;
  }

  private void readRow() throws IOException {
    if (file.isEmpty()) {
      Part part = parts.next();
      made.source = part.source();
      try {
        file = Optional.of(new OpenFile(part));
      } catch (ZipException | ZstdIOException | EOFException e) {
        throw LogSource.broken(part.source().label(), e);
      }
    }
    OpenFile open = file.get();
    try {
      read(open, open.rows.next());
    } catch (ZipException | ZstdIOException | EOFException e) {
      throw LogSource.broken(open.source.label(), e);
    }
  }

  private void read(OpenFile open, Row row) throws IOException {
    made.line = row.line();
    if (row instanceof Row.End) {
      end(open);
      return;
    }
    RowReader.give(row, reader, made);
    made.rethrow();
    open.tellProgress();
  }

  private void end(OpenFile open) throws IOException {
    if (!parts.hasNext()) {
      reader.end(made);
      made.rethrow();
    }
    open.end();
    file = Optional.empty();
    if (!parts.hasNext()) {
      ended = true;
      drain();
    }
  }

  private void drain() {
    for (Optional<Placed> row = window.next(); row.isPresent(); row = window.next()) {
      ready.add(new Piece.Arrived(row.get()));
    }
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      file.get().rows.close();
    }
  }

  /** Takes rows on from the watch to the window. */
  private final class Reordering implements ClockWatch.Downstream<Placed> {
    @Override
    public void row(Placed row) {
      window.add(row).ifPresent(earliest -> ready.add(new Piece.Arrived(earliest)));
    }

    @Override
    public void reset(ClockWatch.Reset reset) {
      if (steps.splitsAt(reset, format)) {
        drain();
        ready.add(new Piece.Boundary(reset));
      }
    }
  }

  /** Counts what the format made of its rows and passes requests on. */
  private final class Dispositions implements LogRows {
    private LogSource source;
    private long line;
    private Optional<IOException> failure = Optional.empty();

    /** A format cannot be asked to pass on a full disk: the failure waits for its row to end. */
    void rethrow() throws IOException {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }

    @Override
    public void accepted(TraceRow row) {
      accepted(row, Optional.empty());
    }

    @Override
    public void accepted(TraceRow row, Shared shared) {
      accepted(row, Optional.of(shared));
    }

    private void accepted(TraceRow row, Optional<Shared> shared) {
      try {
        Optional<TraceRow> kept = steps.accepted(row, bounds);
        if (kept.isPresent()) {
          OpenFile open = file.orElseThrow();
          TraceRow named =
              RequestIds.qualified(kept.get(), open.part.idPrefix(), open.part.idQualifier());
          open.watch.add(parking.park(new Placed(named, source.label(), line, shared)));
        }
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }

    @Override
    public void merged(String reason) {
      steps.merged(reason);
    }

    @Override
    public void skipped(String reason) {
      steps.skipped(reason);
    }

    @Override
    public void rejected(MalformedRow why) {
      try {
        steps.rejected(source, line, why.getMessage(), file.orElseThrow().rows);
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }
  }
}
