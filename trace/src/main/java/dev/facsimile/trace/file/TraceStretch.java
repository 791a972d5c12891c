package dev.facsimile.trace.file;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.parquet.TableColumns;
import dev.facsimile.trace.parquet.TableColumns.Stretch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Rows of a trace from one place to another, without their content. Holds a batch of them, and the
 * compressed pages that they are in.
 */
final class TraceStretch implements Rows<TraceRow> {
  private final Path file;
  private final TraceBatch batch = TraceBatch.ofRows();
  private final TableColumns columns;
  private final Deque<Stretch> left = new ArrayDeque<>();
  private final List<TraceRow> rows = new ArrayList<>();
  private int at;
  private long given;

  /**
   * Opens a file.
   *
   * @param from place of the first row, from 0
   * @param to the place behind the last one
   */
  TraceStretch(Path file, long from, long to) throws IOException {
    this.file = file;
    this.given = from;
    try {
      columns = new TableColumns(file, batch.table(), batch.columnsLeftOut());
    } catch (RuntimeException e) {
      throw TableFile.unreadable(file, 0, e);
    }
    left.addAll(columns.between(from, to));
    if (!left.isEmpty()) {
      open();
    }
  }

  private void open() {
    try {
      columns.open(left.remove());
    } catch (RuntimeException | IOException e) {
      throw TableFile.unreadable(file, given, e);
    }
  }

  @Override
  public Optional<TraceRow> next() {
    while (at == rows.size()) {
      rows.clear();
      at = 0;
      if (fill() == 0) {
        if (left.isEmpty()) {
          return Optional.empty();
        }
        open();
      }
    }
    given++;
    return Optional.of(rows.get(at++));
  }

  private int fill() {
    try {
      int read = columns.next(batch.cells());
      batch.filled(read);
      batch.addRows(rows);
      return read;
    } catch (RuntimeException | IOException e) {
      throw TableFile.unreadable(file, given, e);
    }
  }

  @Override
  public void close() throws IOException {
    columns.close();
  }
}
