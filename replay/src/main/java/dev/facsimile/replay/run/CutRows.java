package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.DueTime;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.util.Optional;

/**
 * The rows of a workload that a replay is to offer; in an open loop they must come in time order.
 */
final class CutRows implements Rows<WorkloadRow> {
  private final WorkloadSource source;
  private final ReplayOptions options;
  private final Rows<WorkloadRow> rows;
  private long given;
  private long lastArrivalNanos;
  private boolean ended;

  CutRows(WorkloadSource source, ReplayOptions options) throws IOException {
    this.source = source;
    this.options = options;
    this.rows = source.rows();
  }

  @Override
  public Optional<WorkloadRow> next() throws IOException {
    if (ended || (options.requests().isPresent() && given >= options.requests().getAsLong())) {
      return Optional.empty();
    }
    Optional<WorkloadRow> row = rows.next();
    ended = row.isEmpty() || !wanted(row.get());
    given++;
    return ended ? Optional.empty() : row;
  }

  private boolean wanted(WorkloadRow row) {
    if (!(options.load() instanceof Load.Open open)) {
      return true;
    }
    long arrival = row.request().arrivalNanos();
    if (arrival < lastArrivalNanos) {
      throw new InputException(
          source.path(),
          "request "
              + row.request().id()
              + " arrives before the one in front of it, expected rows in order of arrival");
    }
    lastArrivalNanos = arrival;
    return options.until().isEmpty()
        || DueTime.open(arrival, open.speed()) < options.until().get().toNanos();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
