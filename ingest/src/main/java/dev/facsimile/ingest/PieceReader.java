package dev.facsimile.ingest;

import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.trace.TraceRow;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads pieces of one log, as {@link LogPieces} cut it, each without regard to the others. Rows
 * come out in the order of the log, complete but for their place in conversations, with the log's
 * own clock.
 */
public final class PieceReader {

  /** Takes what became of the rows, each in one of four ways. */
  public interface Taking {
    /** A request that arrived within the bounds. */
    void accepted(TraceRow row, long line);

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

  private final LogFormat format;
  private final SplitIngest.Log log;
  private final Path path;
  private final RowCompletion completion;
  private final boolean keepRaw;
  private final TimeBounds bounds;

  /**
   * A reader.
   *
   * @param path where the log lies
   * @param keepRaw whether refused rows are given with their text
   */
  public PieceReader(
      LogFormat format, SplitIngest.Log log, Path path, RowCompletion completion, boolean keepRaw) {
    this.format = format;
    this.log = log;
    this.path = path;
    this.completion = completion;
    this.keepRaw = keepRaw;
    this.bounds = new TimeBounds(log.since(), log.until());
  }

  /**
   * Opens a piece.
   *
   * @param piece its bytes as they are stored, behind the log's head if it is not the first
   * @param linesBefore lines of the log before the first one that comes in
   * @param first whether it is the log's first piece
   */
  public Open open(InputStream piece, long linesBefore, boolean first) throws IOException {
    boolean behindHead = !first && format.shape() == LogFormat.Shape.CSV;
    Stretch stretch = new Stretch(behindHead ? linesBefore - 1 : linesBefore, first || behindHead);
    return new Open(
        RowReader.of(format, path, LogSource.decompress(piece), log.idPrefix(), stretch));
  }

  /** A piece that is being read. Holds a row, and what the format's reader holds. */
  public final class Open implements Closeable {
    private final RowReader rows;
    private final LogReader reader = format.reader();
    private boolean ended;

    private Open(RowReader rows) {
      this.rows = rows;
    }

    /** Reads on by one row, of which nothing, one thing or several may come; false at the end. */
    public boolean read(Taking taking) throws IOException {
      if (ended) {
        return false;
      }
      Row row = rows.next();
      Dispositions made = new Dispositions(rows, row.line(), taking);
      if (row instanceof Row.End) {
        ended = true;
        reader.end(made);
      } else {
        RowReader.give(row, reader, made);
      }
      return !ended;
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  private final class Dispositions implements LogRows {
    private final RowReader rows;
    private final long line;
    private final Taking taking;

    Dispositions(RowReader rows, long line, Taking taking) {
      this.rows = rows;
      this.line = line;
      this.taking = taking;
    }

    @Override
    public void accepted(TraceRow row) {
      Optional<String> unwanted = bounds.refusal(row.request().arrivalNanos());
      if (unwanted.isPresent()) {
        taking.skipped(unwanted.get());
      } else {
        taking.accepted(
            completion.completed(RequestIds.qualified(row, log.idPrefix(), log.idQualifier())),
            line);
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
