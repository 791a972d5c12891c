package dev.facsimile.spark;

import dev.facsimile.ingest.LogOrder;
import dev.facsimile.ingest.SplitIngest;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
 * the window.
 *
 * @param logs the logs
 * @param reorderRows rows that the window holds back
 * @param split whether another trace begins where a clock was reset
 */
record OrderTask(
    List<SplitIngest.Log> logs, int reorderRows, boolean split, TaskFiles files, LogFiles opening)
    implements Serializable {
  /** The piece of a row that tells of a log, not of a row. */
  static final int OF_LOG = -1;

  /** Where a row that is too late comes in, as {@link LogOrder.Behind} tells it. */
  static final String BEHIND_CLOCK = "behind_clock";

  static final String BEHIND = "behind";
  static final String BEHIND_PLACE = "behind_place";

  static final StructType SCHEMA =
      new StructType()
          .add(Staged.LOG, DataTypes.IntegerType, false)
          .add(Staged.PIECE, DataTypes.IntegerType, false)
          .add(Staged.NUMBER, DataTypes.LongType, false)
          .add(Staged.LINE, DataTypes.LongType, false)
          .add(Staged.NOTE, DataTypes.StringType, true)
          .add("facts", DataTypes.BinaryType, true)
          .add(BEHIND_CLOCK, DataTypes.LongType, true)
          .add(BEHIND, DataTypes.LongType, true)
          .add(BEHIND_PLACE, DataTypes.IntegerType, true);

  /** What is found of rows with log, piece, number, line and arrival, in this order. */
  Iterator<Row> read(Iterator<Row> rows) {
    return new Found(rows);
  }

  /** What a row of a log tells. */
  static LogOrder.Facts facts(Row row) {
    return Bytes.object(row.getAs(5), LogOrder.Facts.class);
  }

  private final class Found implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final ArrayDeque<Row> ready = new ArrayDeque<>();
    private SplitIngest.Log log;
    private int file;
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
      if (order.isEmpty() || row.getInt(0) != log.number()) {
        endLog();
        log = logs.get(row.getInt(0) - 1);
        file = 0;
        order = Optional.of(startLog());
      }
      int piece = row.getInt(1);
      if (log.files().size() > 1 && piece != file) {
        file = piece;
        order.get().nextFile(path());
      }
      order.get().row(row.getLong(4), row.getLong(3), Staged.inLog(piece, row.getLong(2)));
    }

    private Path path() {
      return opening.path(log.files().get(file).label());
    }

    private LogOrder startLog() {
      try {
        return new LogOrder(path(), files.format(log.format()), reorderRows, split, this::tooLate);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void tooLate(long line, long number, LogOrder.Behind behind, String reason) {
      ready.add(
          RowFactory.create(
              log.number(),
              Staged.pieceOf(number),
              Staged.numberOf(number),
              line,
              reason,
              null,
              behind.clock(),
              behind.number(),
              behind.place()));
    }

    private void endLog() {
      if (order.isPresent()) {
        LogOrder.Facts facts = order.get().end();
        order = Optional.empty();
        ready.add(
            RowFactory.create(
                log.number(), OF_LOG, 0L, 0L, null, Bytes.of(facts), null, null, null));
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
