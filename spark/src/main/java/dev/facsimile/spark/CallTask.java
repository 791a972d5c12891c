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
 * piece, number and what they share, in order of time. Gives a row for each that became part of
 * another, with the first row of its call, and for each that is left out, without one. Holds what
 * {@link CallOrder} holds.
 */
final class CallTask implements Iterator<Row>, CallOrder.Found<CallTask.Place> {
  /** The place of the first row of a call. */
  static final String FIRST = "first_row";

  static final StructType PLACE =
      new StructType()
          .add(Staged.LOG, DataTypes.IntegerType, false)
          .add(Staged.PIECE, DataTypes.IntegerType, false)
          .add(Staged.NUMBER, DataTypes.LongType, false);

  static final StructType SCHEMA = PLACE.add(FIRST, PLACE, true);

  private final Iterator<Row> rows;
  private final ArrayDeque<Row> ready = new ArrayDeque<>();
  private final CallOrder<Place> calls = new CallOrder<>(this);
  private boolean ended;

  /** Where a row stood. */
  record Place(int log, int piece, long number) {
    static Place of(Row row) {
      return new Place(row.getInt(0), row.getInt(1), row.getLong(2));
    }
  }

  CallTask(Iterator<Row> rows) {
    this.rows = rows;
  }

  @Override
  public void partOf(Place row, Place first) {
    ready.add(
        RowFactory.create(
            row.log(),
            row.piece(),
            row.number(),
            RowFactory.create(first.log(), first.piece(), first.number())));
  }

  @Override
  public void detailsAlone(Place row) {
    ready.add(RowFactory.create(row.log(), row.piece(), row.number(), null));
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && !ended) {
      if (rows.hasNext()) {
        Row row = rows.next();
        Optional<Shared> shared = Optional.ofNullable(row.getString(3)).map(Staged::shared);
        calls.row(Place.of(row), shared);
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
