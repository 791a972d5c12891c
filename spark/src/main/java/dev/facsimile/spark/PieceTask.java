package dev.facsimile.spark;

import dev.facsimile.ingest.LogPieces;
import dev.facsimile.ingest.PieceReader;
import dev.facsimile.ingest.SplitIngest;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Reads one piece of one log into {@link Staged} rows, or a log of several files whole: then each
 * file is a piece.
 *
 * @param log the log
 * @param files where its files lie
 * @param head read before a piece that is not the first
 * @param index the piece's place in the log
 * @param piece the piece; of a log of several files the first one
 * @param countsContent whether contents are counted
 * @param blockTokens tokens in a prefix block that is cut
 * @param keepRaw whether refused rows keep their text
 */
record PieceTask(
    SplitIngest.Log log,
    List<String> files,
    byte[] head,
    int index,
    LogPieces.Piece piece,
    boolean countsContent,
    int blockTokens,
    boolean keepRaw)
    implements ReadTask {
  @Override
  public Iterator<Row> read(LogFiles logs, TaskFiles sent) throws IOException {
    LogFormat format = sent.format(log.format());
    PieceReader reader =
        new PieceReader(
            format,
            log,
            files.stream().map(logs::path).toList(),
            sent.completion(countsContent, blockTokens),
            keepRaw);
    PieceReader.Open open = open(reader, logs);
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> close(open));
    return new Rows(
        format, log, open, new Staged.Maker(log.number(), index, log.files().get(0).idPrefix()));
  }

  private PieceReader.Open open(PieceReader reader, LogFiles logs) throws IOException {
    if (files.size() > 1) {
      return reader.open(file -> logs.whole(files.get(file)));
    }
    boolean first = piece.offset() == 0;
    InputStream bytes =
        logs.stretch(files.get(0), piece.offset(), piece.bytes(), first ? new byte[0] : head);
    return reader.open(bytes, piece.linesBefore(), first);
  }

  private static void close(PieceReader.Open open) {
    try {
      open.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Rows implements Iterator<Row>, PieceReader.Taking {
    private final LogFormat format;
    private final SplitIngest.Log log;
    private final PieceReader.Open open;
    private final Staged.Maker maker;
    private final ArrayDeque<Row> ready = new ArrayDeque<>();
    private boolean ended;

    Rows(LogFormat format, SplitIngest.Log log, PieceReader.Open open, Staged.Maker maker) {
      this.format = format;
      this.log = log;
      this.open = open;
      this.maker = maker;
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && !ended) {
        try {
          ended = !open.read(this);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        if (ended) {
          maker.facts().ended(format.clockFindings());
          ready.add(maker.ended());
        }
      }
      return !ready.isEmpty();
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return ready.poll();
    }

    @Override
    public void nextFile(int index) {
      maker.nextPiece(index, log.files().get(index).idPrefix());
    }

    @Override
    public void accepted(TraceRow row, long line, Optional<Shared> shared) {
      ready.add(maker.accepted(row, line, shared));
    }

    @Override
    public void merged(String reason) {
      maker.facts().merged(reason);
    }

    @Override
    public void skipped(String reason) {
      maker.facts().skipped(reason);
    }

    @Override
    public void rejected(long line, String reason, Optional<String> raw) {
      ready.add(maker.rejected(line, reason, raw.orElse(null)));
    }
  }
}
