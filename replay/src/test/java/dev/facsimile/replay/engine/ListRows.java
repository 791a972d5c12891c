package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Rows from memory. */
final class ListRows implements Rows<WorkloadRow> {
  private final Iterator<WorkloadRow> rows;

  ListRows(List<WorkloadRow> rows) {
    this.rows = rows.iterator();
  }

  @Override
  public Optional<WorkloadRow> next() {
    return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
