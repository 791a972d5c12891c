package dev.facsimile.trace.file;

import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/** The columns of {@code attempts.parquet}. */
final class AttemptCodec implements RowCodec<Attempt> {
  private final Table table = new Table("attempts");
  private final int request = table.requiredString("request_id");
  private final int number = table.requiredInteger("attempt");
  private final int status = table.requiredCategory("status");
  private final int started = table.requiredLong("started_ns");
  private final int dispatched = table.longs("dispatched_ns");
  private final int firstToken = table.longs("first_token_ns");
  private final int end = table.requiredLong("end_ns");
  private final int httpStatus = table.integer("http_status");
  private final int retryAfter = table.longs("retry_after_ns");
  private final int error = table.category("error");

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(Attempt row, Cells cells) {
    cells.setString(request, row.requestId());
    cells.setLong(number, row.number());
    cells.setString(status, row.status().word());
    cells.setLong(started, row.startedNanos());
    cells.set(dispatched, row.dispatchedNanos());
    cells.set(firstToken, row.firstTokenNanos());
    cells.setLong(end, row.endNanos());
    cells.set(httpStatus, row.httpStatus());
    cells.set(retryAfter, row.retryAfterNanos());
    cells.set(error, row.error());
  }

  @Override
  public Attempt read(Cells cells) {
    return new Attempt(
        cells.getString(request),
        cells.getInt(number),
        TraceCodec.status(cells.getString(status)),
        cells.getLong(started),
        cells.optionalLong(dispatched),
        cells.optionalLong(firstToken),
        cells.getLong(end),
        cells.optionalInt(httpStatus),
        cells.optionalLong(retryAfter),
        cells.optionalString(error));
  }
}
