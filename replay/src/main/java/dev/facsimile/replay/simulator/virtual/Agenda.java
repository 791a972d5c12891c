package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.engine.DueTime;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
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
  record Due(WorkloadRow row, long scheduledNanos, long number) {}

  private static final int ROWS_AHEAD = 5_000;

  /** A session's turns that are ready or under way, and those that wait for them. */
  private static final class Session {
    int underWay;
    final ArrayDeque<Due> behind = new ArrayDeque<>();
  }

  private final Path file;
  private final Map<String, Session> open = new HashMap<>();
  private final Map<String, Long> endedNanos = new HashMap<>();
  private final double speed;
  private final boolean turnsFollow;
  private long waiting;
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
        addOpen(row.get(), speed);
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
    return ended && due.isEmpty() && waiting == 0;
  }

  /** A request that was taken has ended. */
  void ended(Request request, long atNanos) {
    if (options.load() instanceof Load.Closed) {
      freeSince.add(atNanos);
    }
    Optional<String> session = request.conversation().sessionId();
    if (!turnsFollow || session.isEmpty()) {
      return;
    }
    endedNanos.put(session.get(), atNanos);
    Session own = open.get(session.get());
    own.underWay--;
    if (own.underWay == 0 && !own.behind.isEmpty()) {
      waiting--;
      own.underWay++;
      due.add(afterTurnBefore(own.behind.remove(), session.get()));
    } else if (own.underWay == 0) {
      open.remove(session.get());
    }
  }

  private static OptionalLong think(WorkloadRow row, OptionalLong otherwise) {
    return row.intent().thinkNanos().isPresent() ? row.intent().thinkNanos() : otherwise;
  }

  private void place(Due next) {
    Optional<String> session = next.row().request().conversation().sessionId();
    if (!turnsFollow || session.isEmpty()) {
      due.add(next);
      return;
    }
    Session own = open.computeIfAbsent(session.get(), id -> new Session());
    if (next.row().intent().thinkNanos().isPresent() && own.underWay > 0) {
      own.behind.add(next);
      waiting++;
      return;
    }
    own.underWay++;
    due.add(afterTurnBefore(next, session.get()));
  }

  private Due afterTurnBefore(Due next, String session) {
    Long before = endedNanos.get(session);
    OptionalLong think = next.row().intent().thinkNanos();
    return before == null || think.isEmpty()
        ? next
        : new Due(next.row(), DueTime.turn(before, think.getAsLong(), speed), next.number());
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
    place(new Due(row, scheduledNanos, taken++));
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
