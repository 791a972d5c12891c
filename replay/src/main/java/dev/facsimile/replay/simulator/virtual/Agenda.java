package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.engine.DueTime;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Which row is due next, and when: at its own time in an open loop, in a closed loop when a client
 * is free and the row's think time is over. Holds one row a client.
 */
final class Agenda {

  /** A row and when it should leave, from the run's zero. */
  record Due(WorkloadRow row, long scheduledNanos, long number) {}

  private final Path file;
  private final Rows<WorkloadRow> rows;
  private final VirtualOptions options;
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(
          Comparator.comparingLong(Due::scheduledNanos).thenComparingLong(Due::number));
  private final PriorityQueue<Long> freeSince = new PriorityQueue<>();
  private long taken;
  private long lastArrivalNanos;
  private boolean ended;

  Agenda(Path file, Rows<WorkloadRow> rows, VirtualOptions options) {
    this.file = file;
    this.rows = rows;
    this.options = options;
    if (options.load() instanceof Load.Closed closed) {
      for (int i = 0; i < closed.clients(); i++) {
        freeSince.add(0L);
      }
    }
  }

  /** The row that is due first; empty when none is known until a request ends. */
  Optional<Due> first() throws IOException {
    if (options.load() instanceof Load.Open open) {
      if (due.isEmpty()) {
        next().ifPresent(row -> addOpen(row, open.speed()));
      }
    } else {
      while (!freeSince.isEmpty()) {
        Optional<WorkloadRow> row = next();
        if (row.isEmpty()) {
          break;
        }
        long free = freeSince.remove();
        addIfBeforeEnd(row.get(), DueTime.closed(free, row.get().intent().thinkNanos()));
      }
    }
    return Optional.ofNullable(due.peek());
  }

  /** Takes {@link #first()} off. */
  void take() {
    due.remove();
  }

  /** Whether nothing more will come, whatever ends. */
  boolean isExhausted() {
    return ended && due.isEmpty();
  }

  /** A client is free again. */
  void ended(long endNanos) {
    if (options.load() instanceof Load.Closed) {
      freeSince.add(endNanos);
    }
  }

  private void addOpen(WorkloadRow row, double speed) {
    long arrival = row.request().arrivalNanos();
    if (arrival < lastArrivalNanos) {
      throw new InputException(
          file,
          "request "
              + row.request().id()
              + " arrives before the one in front of it, expected rows in order of arrival");
    }
    lastArrivalNanos = arrival;
    addIfBeforeEnd(row, DueTime.open(arrival, speed));
  }

  private void addIfBeforeEnd(WorkloadRow row, long scheduledNanos) {
    if (options.until().isPresent() && scheduledNanos >= options.until().get().toNanos()) {
      ended = true;
      return;
    }
    due.add(new Due(row, scheduledNanos, taken++));
  }

  private Optional<WorkloadRow> next() throws IOException {
    if (options.requests().isPresent() && taken >= options.requests().getAsLong()) {
      ended = true;
    }
    Optional<WorkloadRow> row = ended ? Optional.empty() : rows.next();
    ended = row.isEmpty();
    return row;
  }
}
