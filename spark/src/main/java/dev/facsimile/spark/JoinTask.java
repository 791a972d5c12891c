package dev.facsimile.spark;

import dev.facsimile.ingest.SharedRow;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.table.RowBytes;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Makes one row of the rows of each call, which come call by call, in the order in which they were
 * found: rows with the place of the call's first row, and then {@link SparkCalls#SCHEMA} and what
 * they share. Holds the rows of a call as one.
 */
final class JoinTask implements Iterator<Row> {
  private static final int ARRIVAL = 4;
  private static final int KEY = 5;
  private static final int HAS = 6;
  private static final int ROW = 7;
  private static final int SHARED = 8;

  private final RowBytes<TraceRow> bytes = new RowBytes<>(TraceFile.codec());
  private final Iterator<Row> rows;
  private Optional<Row> head = Optional.empty();

  JoinTask(Iterator<Row> rows) {
    this.rows = rows;
  }

  private Optional<Row> peek() {
    if (head.isEmpty() && rows.hasNext()) {
      head = Optional.of(rows.next());
    }
    return head;
  }

  @Override
  public boolean hasNext() {
    return peek().isPresent();
  }

  @Override
  public Row next() {
    Row first = peek().orElseThrow(NoSuchElementException::new);
    head = Optional.empty();
    Row main = first;
    Optional<SharedRow> call = Optional.empty();
    while (peek().isPresent() && peek().get().getStruct(0).equals(first.getStruct(0))) {
      Row further = head.get();
      head = Optional.empty();
      SharedRow before = call.isPresent() ? call.get() : shared(first);
      SharedRow its = shared(further);
      main = its.shared().isRequestOf(before.shared()) ? further : main;
      call = Optional.of(before.with(its));
    }
    return RowFactory.create(
        first.getInt(1),
        first.getInt(2),
        first.getLong(3),
        first.getLong(ARRIVAL),
        main.getString(KEY),
        main.getInt(HAS),
        call.isPresent() ? bytes.bytes(call.get().row()) : first.<byte[]>getAs(ROW));
  }

  private SharedRow shared(Row row) {
    return new SharedRow(bytes.row(row.getAs(ROW)), Staged.shared(row.getString(SHARED)));
  }
}
