package dev.facsimile.trace.file;

import dev.facsimile.trace.Intent;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/** The columns of a workload in Parquet. */
final class WorkloadCodec implements RowCodec<WorkloadRow> {
  private final Table table = new Table("workload");
  private final RequestColumns request = new RequestColumns(table, "");
  private final int think = table.longs("think_ns");
  private final int deadline = table.longs("deadline_ns");
  private final int cancelAfter = table.longs("cancel_after_ns");
  private final int phase = table.category("phase");
  private final int messages = table.string("messages");

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(WorkloadRow row, Cells cells) {
    request.write(row.request(), cells);
    cells.set(think, row.intent().thinkNanos());
    cells.set(deadline, row.intent().deadlineNanos());
    cells.set(cancelAfter, row.intent().cancelAfterNanos());
    cells.set(phase, row.intent().phase());
    cells.set(messages, row.messages());
  }

  @Override
  public WorkloadRow read(Cells cells) {
    return new WorkloadRow(
        request.read(cells),
        new Intent(
            cells.optionalLong(think),
            cells.optionalLong(deadline),
            cells.optionalLong(cancelAfter),
            cells.optionalString(phase)),
        cells.optionalString(messages));
  }
}
