package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Schedule;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rows of a workload that a replay is to offer; in an open loop at the workload's own times
 * they must come in time order. Rows of other shards are passed over, but have their place in the
 * schedule, so that all shards together are the whole run.
 */
final class CutRows implements Rows<WorkloadRow> {
  private final WorkloadSource source;
  private final ReplayOptions options;
  private final Rows<WorkloadRow> rows;
  private final Optional<Schedule> schedule;
  private OptionalLong dueNanos = OptionalLong.empty();
  private long given;
  private long lastArrivalNanos;
  private boolean ended;

  CutRows(WorkloadSource source, ReplayOptions options) throws IOException {
    this.source = source;
    this.options = options;
    this.rows = source.rows();
    this.schedule =
        options.load() instanceof Load.Closed
            ? Optional.empty()
            : Optional.of(Schedule.of(options.load()));
  }

  @Override
  public Optional<WorkloadRow> next() throws IOException {
    while (!ended) {
      OptionalLong most = options.cut().requests();
      Optional<WorkloadRow> row =
          most.isPresent() && given >= most.getAsLong() ? Optional.empty() : rows.next();
      ended = row.isEmpty() || !wanted(row.get());
      given++;
      if (!ended && isOurs(row.get())) {
        return row;
      }
    }
    return Optional.empty();
  }

  /** When the row given last is due by its place; absent in a closed loop. */
  OptionalLong dueNanos() {
    return dueNanos;
  }

  private boolean isOurs(WorkloadRow row) {
    return options.cut().shard().isEmpty() || options.cut().shard().get().has(row.request());
  }

  private boolean wanted(WorkloadRow row) {
    if (schedule.isEmpty()) {
      return true;
    }
    if (options.load() instanceof Load.Open) {
      requireOrder(row);
    }
    dueNanos = schedule.get().dueNanos(row);
    return dueNanos.isPresent()
        && (options.cut().until().isEmpty()
            || dueNanos.getAsLong() < options.cut().until().get().toNanos());
  }

  private void requireOrder(WorkloadRow row) {
    long arrival = row.request().arrivalNanos();
    if (arrival < lastArrivalNanos) {
      throw new InputException(
          source.path(),
          "request "
              + row.request().id()
              + " arrives before the one in front of it, expected rows in order of arrival");
    }
    lastArrivalNanos = arrival;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
