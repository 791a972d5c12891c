package dev.facsimile.spark;

import dev.facsimile.ingest.SessionPass;
import dev.facsimile.ingest.SessionSample;
import dev.facsimile.ingest.SessionTally;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.table.RowBytes;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Places the requests of whole sessions, which come one after another: rows of the session's key,
 * the parent found, if any, the place and the row. Gives the rows with the stretch of time that
 * they belong to, those of no sample without their row, and one more with what was counted.
 *
 * @param by what a request's place is told by
 * @param keepsLogged whether the session and turn that the log names stay
 * @param keepsBlocks whether blocks stay
 * @param startNanos the first arrival of all
 * @param begins where each stretch of time but the first begins
 * @param share share of the sessions that is kept
 * @param seed chooses which, if not all
 */
record SessionTask(
    SessionPass.By by,
    boolean keepsLogged,
    boolean keepsBlocks,
    long startNanos,
    long[] begins,
    double share,
    long seed)
    implements Serializable {
  static final String PARENT = "parent_found";
  static final String STRETCH = "stretch";
  static final String COUNTED = "counted";

  /** What comes out. */
  static final StructType SCHEMA =
      new StructType()
          .add(STRETCH, DataTypes.IntegerType, false)
          .add(Staged.ARRIVAL, DataTypes.LongType, false)
          .add(Staged.LOG, DataTypes.IntegerType, false)
          .add(Staged.PIECE, DataTypes.IntegerType, false)
          .add(Staged.NUMBER, DataTypes.LongType, false)
          .add(Staged.ROW, DataTypes.BinaryType, true)
          .add(COUNTED, DataTypes.BinaryType, true);

  Iterator<Row> read(Iterator<Row> rows) {
    return new Placed(rows);
  }

  /** What a task counted. */
  record Counted(SessionTally tally, long sameRecords) implements Serializable {
    static final Counted NOTHING = new Counted(SessionTally.NONE, 0);

    Counted plus(Counted other) {
      return new Counted(tally.plus(other.tally), sameRecords + other.sameRecords);
    }
  }

  private final class Placed implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final RowBytes<TraceRow> bytes = new RowBytes<>(TraceFile.codec());
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
        pass.accept(shaped(bytes.row(row.getAs(6)), row));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (ready.isEmpty() && pass.sameRecords() == same) {
        ready.add(out(null));
      }
    }

    private TraceRow shaped(TraceRow row, Row staged) {
      Request request = row.request().at(row.request().arrivalNanos() - startNanos);
      Conversation logged = request.conversation();
      Optional<String> parent =
          staged.isNullAt(1) ? logged.parentRequestId() : Optional.of(staged.getString(1));
      Conversation conversation =
          keepsLogged ? logged : new Conversation(Optional.empty(), OptionalInt.empty(), parent);
      TraceRow shaped = row.with(request.within(conversation));
      return keepsBlocks ? shaped : shaped.withoutBlocks();
    }

    private void placed(TraceRow row) {
      ready.add(out(bytes.bytes(row)));
    }

    /** The row at hand with another row of the trace, or none. */
    private Row out(byte[] row) {
      long arrival = now.getLong(2);
      return RowFactory.create(
          stretch(arrival), arrival, now.getInt(3), now.getInt(4), now.getLong(5), row, null);
    }

    private int stretch(long arrival) {
      int place = Arrays.binarySearch(begins, arrival);
      return place < 0 ? -place - 1 : place + 1;
    }

    private Row counted() {
      return RowFactory.create(
          0,
          Long.MIN_VALUE,
          0,
          0,
          0L,
          null,
          Bytes.of(new Counted(pass.tally(), pass.sameRecords())));
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
