package dev.facsimile.spark;

import dev.facsimile.ingest.CallOrder;
import dev.facsimile.ingest.format.Shared;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Finds which rows of all logs tell of the same call, by what they share alone: rows with log,
 * piece, number, line, time and what they share, in order of time but for late ones. Gives a row
 * for each that became part of another, with the first row of its call; for each that is left out,
 * without one; and for the first of each call that is refused, with the reason. Holds what {@link
 * CallOrder} holds.
 */
final class CallTask implements Iterator<Row>, CallOrder.Found<CallTask.Place> {
  /** The order of what was found. */
  static final String TURN = "turn";

  /** The place of the first row of a call. */
  static final String FIRST = "first_row";

  static final StructType PLACE =
      new StructType()
          .add(Staged.LOG, DataTypes.IntegerType, false)
          .add(Staged.PIECE, DataTypes.IntegerType, false)
          .add(Staged.NUMBER, DataTypes.LongType, false);

  /** The place of the row that is the request of a call that is refused. */
  static final String REQUEST = "request_row";

  static final StructType SCHEMA =
      PLACE
          .add(TURN, DataTypes.LongType, false)
          .add(FIRST, PLACE, true)
          .add(REQUEST, PLACE, true)
          .add(Staged.LINE, DataTypes.LongType, true)
          .add(Staged.NOTE, DataTypes.StringType, true);

  private final Iterator<Row> rows;
  private final ArrayDeque<Row> ready = new ArrayDeque<>();
  private final CallOrder<Place> calls = new CallOrder<>(this);
  private long turn;
  private boolean ended;

  /** Where a row stood. */
  record Place(int log, int piece, long number, long line) {
    static Place of(Row row) {
      return new Place(row.getInt(0), row.getInt(1), row.getLong(2), row.getLong(3));
    }

    private Row row() {
      return RowFactory.create(log, piece, number);
    }
  }

  CallTask(Iterator<Row> rows) {
    this.rows = rows;
  }

  @Override
  public void partOf(Place row, Place first) {
    found(row, first.row(), null, null, null);
  }

  @Override
  public void detailsAlone(Place row) {
    found(row, null, null, null, null);
  }

  @Override
  public void tooLate(Place first, Place request, String reason) {
    found(first, null, request.row(), request.line(), reason);
  }

  private void found(Place row, Row first, Row request, Long line, String note) {
    ready.add(
        RowFactory.create(
            row.log(), row.piece(), row.number(), turn++, first, request, line, note));
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && !ended) {
      if (rows.hasNext()) {
        Row row = rows.next();
        Optional<Shared> shared = Optional.ofNullable(row.getString(5)).map(Staged::shared);
        calls.row(Place.of(row), row.getLong(4), shared);
      } else {
        ended = true;
        calls.end();
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
}
