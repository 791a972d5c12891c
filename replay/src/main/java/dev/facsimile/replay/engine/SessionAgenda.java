package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Open loop with sessions: a row with a think time is due that long, ÷ speed, after the end of its
 * session's row before it; every other row, and one whose session is new here, at its own time. A
 * row with a think time waits until everything of its session before it has ended.
 *
 * <p>A turn may be due before its place in the workload comes, where the server is faster than the
 * trace was. So rows are taken from the feed ahead of their time: up to {@link #ROWS_AHEAD} rows or
 * {@link #BYTES_AHEAD} bytes that are due later. Holds those, the turns that wait for the one
 * before them, and when the latest {@link #SESSIONS} sessions ended their last turn; a session that
 * is forgotten counts as new.
 */
final class SessionAgenda implements Agenda {
  static final int ROWS_AHEAD = 5_000;
  static final long BYTES_AHEAD = 32L << 20;
  static final int SESSIONS = 200_000;

  private final RequestFeed feed;
  private final Schedule schedule;
  private final double speed;
  private final PriorityQueue<Placed> ready =
      new PriorityQueue<>(
          Comparator.comparingLong((Placed p) -> p.due().scheduledNanos())
              .thenComparingLong(Placed::row));

  /** Sessions with a turn that is ready or under way. */
  private final Map<String, Session> open = new HashMap<>();

  private final Map<String, Long> endedNanos =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > SESSIONS;
        }
      };

  private long rows;
  private long waiting;
  private long bytesReady;
  private boolean over;

  /** A row with the time of its own place; the row's number keeps equal times in order. */
  private record Placed(Due due, long row) {
    Placed at(long nanos) {
      return new Placed(new Due(due.request(), nanos), row);
    }
  }

  /** A session's turns that are ready or under way, and those that wait for them. */
  private static final class Session {
    int underWay;
    final ArrayDeque<Placed> behind = new ArrayDeque<>();
  }

  SessionAgenda(RequestFeed feed, Schedule schedule, double speed) {
    this.feed = feed;
    this.speed = speed;
    this.schedule = schedule;
  }

  @Override
  public Optional<Due> first() {
    while (!over && ready.size() < ROWS_AHEAD && bytesReady < BYTES_AHEAD) {
      Optional<PreparedRequest> next = feed.poll();
      if (next.isEmpty()) {
        break;
      }
      OptionalLong due = next.get().dueNanos(schedule);
      over = due.isEmpty();
      if (!over) {
        place(new Placed(new Due(next.get(), due.getAsLong()), rows++));
      }
    }
    return Optional.ofNullable(ready.peek()).map(Placed::due);
  }

  private void place(Placed row) {
    Optional<String> session = session(row);
    if (session.isEmpty()) {
      ready(row);
      return;
    }
    Session own = open.computeIfAbsent(session.get(), id -> new Session());
    if (think(row).isPresent() && own.underWay > 0) {
      own.behind.add(row);
      waiting++;
      return;
    }
    own.underWay++;
    ready(afterTurnBefore(row, session.get()));
  }

  private void ready(Placed row) {
    bytesReady += row.due().request().bytes().length;
    ready.add(row);
  }

  private static Optional<String> session(Placed row) {
    return row.due().request().row().request().conversation().sessionId();
  }

  private static OptionalLong think(Placed row) {
    return row.due().request().row().intent().thinkNanos();
  }

  private Placed afterTurnBefore(Placed row, String session) {
    Long ended = endedNanos.get(session);
    OptionalLong think = think(row);
    return ended == null || think.isEmpty()
        ? row
        : row.at(DueTime.turn(ended, think.getAsLong(), speed));
  }

  @Override
  public void take() {
    bytesReady -= ready.remove().due().request().bytes().length;
  }

  @Override
  public void ended(Request request, long endNanos) {
    Optional<String> session = request.conversation().sessionId();
    if (session.isEmpty()) {
      return;
    }
    endedNanos.remove(session.get());
    endedNanos.put(session.get(), endNanos);
    Session own = open.get(session.get());
    own.underWay--;
    if (own.underWay == 0 && !own.behind.isEmpty()) {
      waiting--;
      own.underWay++;
      ready(afterTurnBefore(own.behind.poll(), session.get()));
    } else if (own.underWay == 0) {
      open.remove(session.get());
    }
  }

  @Override
  public boolean exhausted() {
    return ready.isEmpty() && waiting == 0 && (over || feed.exhausted());
  }
}
