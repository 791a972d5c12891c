package dev.facsimile.spark;

import dev.facsimile.ingest.GrowingTrace;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Reads some rows of a trace that logs are added to, as if they came from a log before all others.
 *
 * @param trace where it lies
 * @param index the place of these rows among the pieces of the trace
 * @param from place of the first row, from 0
 * @param to the place behind the last one
 */
record OldRowsTask(String trace, int index, long from, long to) implements ReadTask {
  /** The number of the trace among the logs. */
  static final int LOG = 0;

  /** No id begins so: whether one was logged is no longer known, and another row may have it. */
  private static final String NO_ID = "\0";

  @Override
  public Iterator<Row> read(LogFiles logs, TaskFiles sent) throws IOException {
    Rows<TraceRow> rows = GrowingTrace.open(logs.path(trace)).rowsAgain(from, to);
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> close(rows));
    return new Again(rows, new Staged.Maker(LOG, index, NO_ID));
  }

  private static void close(Rows<TraceRow> rows) {
    try {
      rows.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Again implements Iterator<Row> {
    private final Rows<TraceRow> rows;
    private final Staged.Maker maker;
    private long number = from;
    private boolean ended;

    Again(Rows<TraceRow> rows, Staged.Maker maker) {
      this.rows = rows;
      this.maker = maker;
    }

    @Override
    public boolean hasNext() {
      return !ended;
    }

    @Override
    public Row next() {
      if (ended) {
        throw new NoSuchElementException();
      }
      try {
        Optional<TraceRow> row = rows.next();
        if (row.isPresent()) {
          return maker.accepted(row.get(), ++number, Optional.empty());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ended = true;
      maker.facts().ended(List.of());
      return maker.ended();
    }
  }
}
