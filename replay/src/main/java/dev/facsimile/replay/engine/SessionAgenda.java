package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Open loop with sessions, in their {@link TurnOrder}.
 *
 * <p>A turn may be due before its place in the workload comes, where the server is faster than the
 * trace was. So rows are taken from the feed ahead of their time: up to {@link #ROWS_AHEAD} rows or
 * {@link #BYTES_AHEAD} bytes that are due later. Holds those, and what the order of turns holds for
 * {@link #SESSIONS} sessions.
 */
final class SessionAgenda implements Agenda {
  static final int ROWS_AHEAD = 5_000;
  static final long BYTES_AHEAD = 32L << 20;
  static final int SESSIONS = 200_000;

  private final RequestFeed feed;
  private final Schedule schedule;
  private final TurnOrder<Placed> turns;
  private final PriorityQueue<Placed> ready =
      new PriorityQueue<>(
          Comparator.comparingLong((Placed p) -> p.due().scheduledNanos())
              .thenComparingLong(Placed::number));

  private long rows;
  private long bytesReady;
  private boolean over;

  /** A row with the time of its own place; the row's number keeps equal times in order. */
  private record Placed(Due due, long number) implements TurnOrder.Timed<Placed> {
    @Override
    public WorkloadRow row() {
      return due.request().row();
    }

    @Override
    public Placed at(long nanos) {
      return new Placed(new Due(due.request(), nanos), number);
    }
  }

  SessionAgenda(RequestFeed feed, Schedule schedule, double speed) {
    this.feed = feed;
    this.schedule = schedule;
    this.turns = new TurnOrder<>(speed, SESSIONS);
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
        turns
            .place(new Placed(new Due(next.get(), due.getAsLong()), rows++))
            .ifPresent(this::ready);
      }
    }
    return Optional.ofNullable(ready.peek()).map(Placed::due);
  }

  private void ready(Placed row) {
    bytesReady += row.due().request().bytes().length;
    ready.add(row);
  }

  @Override
  public void take() {
    bytesReady -= ready.remove().due().request().bytes().length;
  }

  @Override
  public void ended(Request request, long endNanos) {
    turns.ended(request, endNanos).ifPresent(this::ready);
  }

  @Override
  public boolean exhausted() {
    return ready.isEmpty() && !turns.isWaiting() && (over || feed.exhausted());
  }
}
