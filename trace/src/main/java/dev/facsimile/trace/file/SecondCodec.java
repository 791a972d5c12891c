package dev.facsimile.trace.file;

import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/** The columns of {@code series.parquet}. */
final class SecondCodec implements RowCodec<Second> {
  private final Table table = new Table("series");
  private final int second = table.requiredLong("second");
  private final int offered = table.requiredInteger("offered");
  private final int dispatched = table.requiredInteger("dispatched");
  private final int completed = table.requiredInteger("completed");
  private final int rejected = table.requiredInteger("rejected");
  private final int failed = table.requiredInteger("failed");
  private final int inFlight = table.requiredInteger("in_flight");
  private final int tokenEvents = table.requiredLong("token_events");
  private final int sendLagMax = table.requiredLong("send_lag_max_ns");
  private final int cpu = table.requiredLong("client_cpu_ns");
  private final int gcPause = table.requiredLong("gc_pause_ns");

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(Second row, Cells cells) {
    cells.setLong(second, row.second());
    cells.setLong(offered, row.offered());
    cells.setLong(dispatched, row.dispatched());
    cells.setLong(completed, row.completed());
    cells.setLong(rejected, row.rejected());
    cells.setLong(failed, row.failed());
    cells.setLong(inFlight, row.inFlight());
    cells.setLong(tokenEvents, row.tokenEvents());
    cells.setLong(sendLagMax, row.sendLagMaxNanos());
    cells.setLong(cpu, row.cpuNanos());
    cells.setLong(gcPause, row.gcPauseNanos());
  }

  @Override
  public Second read(Cells cells) {
    return new Second(
        cells.getLong(second),
        cells.getInt(offered),
        cells.getInt(dispatched),
        cells.getInt(completed),
        cells.getInt(rejected),
        cells.getInt(failed),
        cells.getInt(inFlight),
        cells.getLong(tokenEvents),
        cells.getLong(sendLagMax),
        cells.getLong(cpu),
        cells.getLong(gcPause));
  }
}
