package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rows as their format understands them: the fields of a row are read where they were cut, while
 * they are near the processor. A row holds what its format made of it, in order; nothing is counted
 * before that is taken out.
 */
final class FormattedRows implements RowReader {
  private final RowReader rows;
  private final LogReader reader;

  FormattedRows(RowReader rows, LogReader reader) {
    this.rows = rows;
    this.reader = reader;
  }

  @Override
  public Row next() throws IOException {
    Row row = rows.next();
    return row instanceof Row.Read read ? formatted(read) : row;
  }

  private Row formatted(Row.Read read) {
    Collected made = new Collected();
    try {
      reader.read(read.fields(), made);
    } catch (MalformedRow e) {
      made.rejected(e);
    }
    return new Row.Formatted(read.line(), made.all);
  }

  @Override
  public Optional<String> raw() {
    return rows.raw();
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  /** Keeps what a format says of its row until somebody asks. */
  private static final class Collected implements LogRows {
    private List<Consumer<LogRows>> all = List.of();

    /** Nearly every row makes one request: no list that grows is made for it. */
    private void add(Consumer<LogRows> made) {
      if (all.isEmpty()) {
        all = List.of(made);
        return;
      }
      if (all.size() == 1) {
        all = new ArrayList<>(all);
      }
      all.add(made);
    }

    @Override
    public void accepted(TraceRow row) {
      add(rows -> rows.accepted(row));
    }

    @Override
    public void accepted(TraceRow row, Shared shared) {
      add(rows -> rows.accepted(row, shared));
    }

    @Override
    public void merged(String reason) {
      add(rows -> rows.merged(reason));
    }

    @Override
    public void skipped(String reason) {
      add(rows -> rows.skipped(reason));
    }

    @Override
    public void rejected(MalformedRow why) {
      add(rows -> rows.rejected(why));
    }
  }
}
