package dev.facsimile.ingest;

import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.TraceRow;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads pieces of one log, as {@link LogPieces} cut it, each without regard to the others, or a log
 * of several files whole. Rows come out in the order of the log, complete but for their place in
 * conversations, with the log's own clock.
 */
public final class PieceReader {

  /** Takes what became of the rows, each in one of four ways. */
  public interface Taking {
    /**
     * What follows comes from the next file of the log.
     *
     * @param index the file's place among them, from 0; the first file is not told
     */
    void nextFile(int index);

    /**
     * A request that arrived within the bounds.
     *
     * @param shared what it has in common with rows of other logs, if anything
     */
    void accepted(TraceRow row, long line, Optional<Shared> shared);

    /** A row that became part of another row's request. */
    void merged(String reason);

    /** A row that is no request, or arrived out of bounds. */
    void skipped(String reason);

    /**
     * A row that is refused.
     *
     * @param raw its text, if it was asked for
     */
    void rejected(long line, String reason, Optional<String> raw);
  }

  /** Opens the files of a log, as they are stored, by their places. */
  @FunctionalInterface
  public interface Files {
    InputStream open(int index) throws IOException;
  }

  private final LogFormat format;
  private final SplitIngest.Log log;
  private final List<Path> paths;
  private final RowCompletion completion;
  private final boolean keepRaw;
  private final TimeBounds bounds;

  /**
   * A reader.
   *
   * @param paths where the log's files lie
   * @param keepRaw whether refused rows are given with their text
   */
  public PieceReader(
      LogFormat format,
      SplitIngest.Log log,
      List<Path> paths,
      RowCompletion completion,
      boolean keepRaw) {
    this.format = format;
    this.log = log;
    this.paths = List.copyOf(paths);
    this.completion = completion;
    this.keepRaw = keepRaw;
    this.bounds = new TimeBounds(log.since(), log.until());
  }

  /**
   * Opens a piece of a log that is one file.
   *
   * @param piece its bytes as they are stored, behind the log's head if it is not the first
   * @param linesBefore lines of the log before the first one that comes in
   * @param first whether it is the log's first piece
   */
  public Open open(InputStream piece, long linesBefore, boolean first) throws IOException {
    boolean behindHead = !first && format.shape() == LogFormat.Shape.CSV;
    Stretch stretch = new Stretch(behindHead ? linesBefore - 1 : linesBefore, first || behindHead);
    return new Open(index -> piece, 1, stretch);
  }

  /** Opens all files of a log, which are read one after another. */
  public Open open(Files files) throws IOException {
    return new Open(files, log.files().size(), Stretch.WHOLE);
  }

  /** What is being read. Holds a row, and what the format's reader holds. */
  public final class Open implements Closeable {
    private final Files files;
    private final int count;
    private final Stretch stretch;
    private final LogReader reader = format.reader();
    private int file;
    private RowReader rows;
    private boolean ended;

    private Open(Files files, int count, Stretch stretch) throws IOException {
      this.files = files;
      this.count = count;
      this.stretch = stretch;
      this.rows = openFile();
    }

    private RowReader openFile() throws IOException {
      Path path = paths.get(file);
      try {
        return RowReader.of(
            format,
            path,
            LogSource.decompress(files.open(file)),
            log.files().get(file).idPrefix(),
            stretch);
      } catch (IOException e) {
        throw told(e);
      }
    }

    /** A failure to decompress as the user's mistake that it is. */
    private IOException told(IOException e) {
      if (LogSource.isOfCompression(e)) {
        throw LogSource.broken(paths.get(file), e);
      }
      return e;
    }

    /** Reads on by one row, of which nothing, one thing or several may come; false at the end. */
    public boolean read(Taking taking) throws IOException {
      if (ended) {
        return false;
      }
      Row row = next();
      Dispositions made = new Dispositions(rows, log.files().get(file), row.line(), taking);
      if (!(row instanceof Row.End)) {
        RowReader.give(row, reader, made);
      } else if (file + 1 < count) {
        rows.close();
        file++;
        rows = openFile();
        taking.nextFile(file);
      } else {
        ended = true;
        reader.end(made);
      }
      return !ended;
    }

    private Row next() throws IOException {
      try {
        return rows.next();
      } catch (IOException e) {
        throw told(e);
      }
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  private final class Dispositions implements LogRows {
    private final RowReader rows;
    private final SplitIngest.LogFile file;
    private final long line;
    private final Taking taking;

    Dispositions(RowReader rows, SplitIngest.LogFile file, long line, Taking taking) {
      this.rows = rows;
      this.file = file;
      this.line = line;
      this.taking = taking;
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
      Optional<String> unwanted = bounds.refusal(row.request().arrivalNanos());
      if (unwanted.isPresent()) {
        taking.skipped(unwanted.get());
      } else {
        TraceRow named = RequestIds.qualified(row, file.idPrefix(), file.idQualifier());
        taking.accepted(completion.completed(named), line, shared);
      }
    }

    @Override
    public void merged(String reason) {
      taking.merged(reason);
    }

    @Override
    public void skipped(String reason) {
      taking.skipped(reason);
    }

    @Override
    public void rejected(MalformedRow why) {
      taking.rejected(line, why.getMessage(), keepRaw ? rows.raw() : Optional.empty());
    }
  }
}
