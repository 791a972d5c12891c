package dev.facsimile.trace.file;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.util.Optional;

/** The columns of a trace file. */
final class TraceCodec implements RowCodec<TraceRow> {
  static final String CONTENT = "content";

  private final Table table = new Table("trace");
  final RequestColumns request = new RequestColumns(table, "");
  private final int userId = table.string("user_id");
  private final int status = table.category("status");
  private final int httpStatus = table.integer("http_status");
  private final int finishReason = table.category("finish_reason");
  private final int queue = table.longs("queue_ns");
  private final int ttft = table.longs("ttft_ns");
  private final int e2e = table.longs("e2e_ns");
  private final int content = table.string(CONTENT);

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(TraceRow row, Cells cells) {
    request.write(row.request(), cells);
    cells.set(userId, row.userId());
    Observed observed = row.observed();
    cells.set(status, observed.status().map(RequestStatus::word));
    cells.set(httpStatus, observed.httpStatus());
    cells.set(finishReason, observed.finishReason());
    cells.set(queue, observed.queueNanos());
    cells.set(ttft, observed.ttftNanos());
    cells.set(e2e, observed.e2eNanos());
    cells.set(content, row.content());
  }

  @Override
  public TraceRow read(Cells cells) {
    return new TraceRow(
        request.read(cells),
        new Observed(
            cells.optionalString(status).map(TraceCodec::status),
            cells.optionalInt(httpStatus),
            cells.optionalString(finishReason),
            cells.optionalLong(queue),
            cells.optionalLong(ttft),
            cells.optionalLong(e2e)),
        cells.optionalString(userId),
        cells.optionalString(content));
  }

  static RequestStatus status(String word) {
    Optional<RequestStatus> status = RequestStatus.of(word);
    return status.orElseThrow(
        () -> new IllegalArgumentException("status is '" + word + "', expected one of the six"));
  }
}
