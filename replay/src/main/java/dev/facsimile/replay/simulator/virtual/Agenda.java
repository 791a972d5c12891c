package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.engine.DueTime;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.TurnOrder;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Which row is due next, and when: at its own time in an open loop, or a session's later turn once
 * the turn before has ended and its think time is over; in a closed loop when a client is free and
 * the row's think time is over.
 *
 * <p>A turn may be due before its place in the workload comes, where the server is faster than the
 * trace was. So up to {@link #ROWS_AHEAD} rows are read ahead. Holds those, one row a client, the
 * turns that wait for the one before them, and when each session's last turn ended.
 */
final class Agenda {

  /** A row and when it should leave, from the run's zero. */
  record Due(WorkloadRow row, long scheduledNanos, long number) implements TurnOrder.Timed<Due> {
    @Override
    public Due at(long nanos) {
      return new Due(row, nanos, number);
    }
  }

  private static final int ROWS_AHEAD = 5_000;

  private final Path file;
  private final double speed;
  private final boolean turnsFollow;
  private final TurnOrder<Due> turns;
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
    this.turnsFollow = options.load() instanceof Load.Open loop && loop.turns() == Load.Turns.THINK;
    this.speed = options.load() instanceof Load.Open loop ? loop.speed() : 1;
    this.turns = new TurnOrder<>(speed, Integer.MAX_VALUE);
    if (options.load() instanceof Load.Closed closed) {
      for (int i = 0; i < closed.clients(); i++) {
        freeSince.add(closed.rampNanos() * i / closed.clients());
      }
    }
  }

  /** The row that is due first; empty when none is known until a request ends. */
  Optional<Due> first() throws IOException {
    if (options.load() instanceof Load.Open) {
      while (due.size() < (turnsFollow ? ROWS_AHEAD : 1)) {
        Optional<WorkloadRow> row = next();
        if (row.isEmpty()) {
          break;
        }
        addOpen(row.get());
      }
    } else {
      OptionalLong pause = ((Load.Closed) options.load()).thinkNanos();
      while (!freeSince.isEmpty()) {
        Optional<WorkloadRow> row = next();
        if (row.isEmpty()) {
          break;
        }
        long free = freeSince.remove();
        addIfBeforeEnd(row.get(), DueTime.closed(free, think(row.get(), pause)));
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
    return ended && due.isEmpty() && !turns.isWaiting();
  }

  /** A request that was taken has ended. */
  void ended(Request request, long atNanos) {
    if (options.load() instanceof Load.Closed) {
      freeSince.add(atNanos);
    }
    if (turnsFollow) {
      turns.ended(request, atNanos).ifPresent(due::add);
    }
  }

  private static OptionalLong think(WorkloadRow row, OptionalLong otherwise) {
    return row.intent().thinkNanos().isPresent() ? row.intent().thinkNanos() : otherwise;
  }

  private void addOpen(WorkloadRow row) {
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
    Due next = new Due(row, scheduledNanos, taken++);
    (turnsFollow ? turns.place(next) : Optional.of(next)).ifPresent(due::add);
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
