package dev.facsimile.spark;

import dev.facsimile.ingest.LogOrder;
import dev.facsimile.ingest.SplitIngest;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Looks at the order of whole logs, one after another, by the times of their rows. Gives a row for
 * each that comes too late for the reorder window, and for each log one with what was found. Holds
 * the window, and the late rows of a log until its end.
 *
 * @param logs the logs
 * @param reorderRows rows that the window holds back
 */
record OrderTask(List<SplitIngest.Log> logs, int reorderRows, TaskFiles files, LogFiles opening)
    implements Serializable {
  /** The piece of a row that tells of a log, not of a row. */
  static final int OF_LOG = -1;

  static final StructType SCHEMA =
      new StructType()
          .add(Staged.LOG, DataTypes.IntegerType, false)
          .add(Staged.PIECE, DataTypes.IntegerType, false)
          .add(Staged.NUMBER, DataTypes.LongType, false)
          .add(Staged.LINE, DataTypes.LongType, false)
          .add(Staged.NOTE, DataTypes.StringType, true)
          .add("rows", DataTypes.LongType, true)
          .add("late", DataTypes.LongType, true)
          .add("latest", DataTypes.LongType, true)
          .add("resets", DataTypes.createArrayType(DataTypes.StringType, false), true);

  private static final int PIECE_SHIFT = 40;

  /** What is found of rows with log, piece, number, line and arrival, in this order. */
  Iterator<Row> read(Iterator<Row> rows) {
    return new Found(rows);
  }

  /** What a row of a log tells. */
  static LogOrder.Facts facts(Row row) {
    return new LogOrder.Facts(row.getLong(5), row.getLong(6), row.getLong(7), row.getList(8));
  }

  private final class Found implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final ArrayDeque<Row> ready = new ArrayDeque<>();
    private int log;
    private Optional<LogOrder> order = Optional.empty();

    Found(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && rows.hasNext()) {
        take(rows.next());
      }
      if (ready.isEmpty()) {
        endLog();
      }
      return !ready.isEmpty();
    }

    private void take(Row row) {
      if (order.isEmpty() || row.getInt(0) != log) {
        endLog();
        log = row.getInt(0);
        order = Optional.of(startLog(logs.get(log - 1)));
      }
      order
          .get()
          .row(
              row.getLong(4), row.getLong(3), (long) row.getInt(1) << PIECE_SHIFT | row.getLong(2));
    }

    private LogOrder startLog(SplitIngest.Log its) {
      try {
        return new LogOrder(
            opening.path(its.label()), files.format(its.format()), reorderRows, this::tooLate);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void tooLate(long line, long number, String reason) {
      ready.add(
          RowFactory.create(
              log,
              (int) (number >>> PIECE_SHIFT),
              number & (1L << PIECE_SHIFT) - 1,
              line,
              reason,
              null,
              null,
              null,
              null));
    }

    private void endLog() {
      if (order.isPresent()) {
        LogOrder.Facts facts = order.get().end();
        order = Optional.empty();
        ready.add(
            RowFactory.create(
                log,
                OF_LOG,
                0L,
                0L,
                null,
                facts.rows(),
                facts.lateRows(),
                facts.latestNanos(),
                facts.resets().toArray(String[]::new)));
      }
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return ready.poll();
    }
  }
}
