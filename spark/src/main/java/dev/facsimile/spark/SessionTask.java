package dev.facsimile.spark;

import dev.facsimile.ingest.SessionPass;
import dev.facsimile.ingest.SessionSample;
import dev.facsimile.ingest.SessionTally;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Places the requests of whole sessions, which come one after another. Its rows have the session's
 * key and the parent found, if any, in front of the {@link Staged} ones; what it gives are the
 * latter, with those of no sample marked, and one last row with what was counted.
 *
 * @param by what a request's place is told by
 * @param keepsLogged whether the session and turn that the log names stay
 * @param keepsBlocks whether blocks stay
 * @param startNanos the first arrival of all
 * @param share share of the sessions that is kept
 * @param seed chooses which, if not all
 */
record SessionTask(
    SessionPass.By by,
    boolean keepsLogged,
    boolean keepsBlocks,
    long startNanos,
    double share,
    long seed)
    implements Serializable {
  static final String KEY = "session_key";
  static final String PARENT = "parent_found";
  static final String KEPT = "kept";
  static final String COUNTED = "counted";

  /** Fields before those of {@link Staged}. */
  private static final int FRONT = 2;

  /** What comes out: whether it is kept, what was counted, and the staged row. */
  static final StructType SCHEMA = schema();

  /** Fields before those of {@link Staged} in what comes out. */
  static final int OUT_FRONT = 2;

  private static StructType schema() {
    StructType schema =
        new StructType()
            .add(KEPT, DataTypes.BooleanType, false)
            .add(COUNTED, DataTypes.BinaryType, true);
    for (var field : Staged.SCHEMA.fields()) {
      schema = schema.add(field);
    }
    return schema;
  }

  Iterator<Row> read(Iterator<Row> rows) {
    return new Placed(rows);
  }

  /** What a task counted. */
  record Counted(SessionTally tally, long sameRecords) implements Serializable {
    Counted plus(Counted other) {
      return new Counted(tally.plus(other.tally), sameRecords + other.sameRecords);
    }
  }

  private final class Placed implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final TableRows<TraceRow> table = new TableRows<>(TraceFile.codec());
    private final ArrayDeque<Row> ready = new ArrayDeque<>();
    private final SessionPass pass =
        new SessionPass(
            by,
            share < 1 ? Optional.of(new SessionSample(share, seed)) : Optional.empty(),
            this::placed);
    private Optional<String> key = Optional.empty();
    private Row now;
    private boolean ended;

    Placed(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && !ended) {
        if (rows.hasNext()) {
          take(rows.next());
        } else {
          ended = true;
          ready.add(counted());
        }
      }
      return !ready.isEmpty();
    }

    private void take(Row row) {
      now = row;
      if (key.isEmpty() || !key.get().equals(row.getString(0))) {
        pass.nextSession();
        key = Optional.of(row.getString(0));
      }
      long same = pass.sameRecords();
      try {
        pass.accept(shaped(table.row(row, FRONT + Staged.FIRST), row));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (ready.isEmpty() && pass.sameRecords() == same) {
        ready.add(out(false, row, null));
      }
    }

    private TraceRow shaped(TraceRow row, Row staged) {
      Request request = row.request().at(row.request().arrivalNanos() - startNanos);
      Conversation logged = request.conversation();
      Optional<String> parent =
          staged.isNullAt(1) ? logged.parentRequestId() : Optional.of(staged.getString(1));
      Conversation conversation =
          keepsLogged ? logged : new Conversation(Optional.empty(), OptionalInt.empty(), parent);
      TraceRow shaped = new TraceRow(request.within(conversation), row.observed(), row.content());
      return keepsBlocks ? shaped : shaped.withoutBlocks();
    }

    private void placed(TraceRow row) {
      ready.add(out(true, now, row));
    }

    /**
     * The staged row with another trace row, or, for one that is left out, only its id and time.
     */
    private Row out(boolean kept, Row staged, TraceRow row) {
      Object[] values = new Object[SCHEMA.size()];
      values[0] = kept;
      for (int i = 0; i < Staged.FIRST; i++) {
        values[OUT_FRONT + i] = staged.get(FRONT + i);
      }
      List<Object> trace =
          row == null
              ? List.of(
                  staged.getString(FRONT + Staged.FIRST),
                  staged.getLong(FRONT + Staged.FIRST + 1) - startNanos)
              : table.values(row);
      for (int i = 0; i < trace.size(); i++) {
        values[OUT_FRONT + Staged.FIRST + i] = trace.get(i);
      }
      return RowFactory.create(values);
    }

    private Row counted() {
      Object[] values = new Object[SCHEMA.size()];
      values[0] = false;
      values[1] = Bytes.of(new Counted(pass.tally(), pass.sameRecords()));
      values[OUT_FRONT] = 0;
      values[OUT_FRONT + 1] = 0;
      values[OUT_FRONT + 2] = 0L;
      values[OUT_FRONT + 3] = 0L;
      values[OUT_FRONT + 4] = Staged.End.ACCEPTED.ordinal();
      return RowFactory.create(values);
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
