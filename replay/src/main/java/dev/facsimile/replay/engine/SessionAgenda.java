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
 *
 * <p>A turn whose words wait for the answer before it is due no earlier than that answer's end, and
 * is ready once it is made.
 */
final class SessionAgenda implements Agenda {
  static final int ROWS_AHEAD = 5_000;
  static final long BYTES_AHEAD = 32L << 20;
  static final int SESSIONS = 200_000;

  /**
   * How turns follow each other.
   *
   * @param speed workload seconds per run second
   * @param think whether think times count; else turns keep their own times
   */
  record Turns(double speed, boolean think) {}

  private final RequestFeed feed;
  private final Schedule schedule;
  private final Turns follow;
  private final LateRequests late;
  private final TurnOrder<Placed> turns;
  private final PriorityQueue<Placed> ready =
      new PriorityQueue<>(
          Comparator.comparingLong((Placed p) -> p.due().scheduledNanos())
              .thenComparingLong(Placed::number));

  private long rows;
  private long bytesReady;
  private boolean over;

  /** The time of the place of the row read last; the rows behind it have no earlier one. */
  private long readUpToNanos = Long.MIN_VALUE;

  /** A row with the time of its own place; the row's number keeps equal times in order. */
  private record Placed(Due due, long number, boolean thinks) implements TurnOrder.Timed<Placed> {
    @Override
    public WorkloadRow row() {
      return due.request().row();
    }

    @Override
    public Placed at(long nanos) {
      return with(new Due(due.request(), nanos));
    }

    @Override
    public OptionalLong thinkNanos() {
      return thinks ? row().intent().thinkNanos() : OptionalLong.empty();
    }

    @Override
    public boolean waits() {
      return due.request().waits();
    }

    Placed with(Due other) {
      return new Placed(other, number, thinks);
    }
  }

  SessionAgenda(RequestFeed feed, Schedule schedule, Turns follow, LateRequests late) {
    this.feed = feed;
    this.schedule = schedule;
    this.follow = follow;
    this.late = late;
    this.turns = new TurnOrder<>(follow.speed(), SESSIONS);
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
      readUpToNanos = due.orElse(Long.MAX_VALUE);
      if (!over) {
        turns
            .place(new Placed(new Due(next.get(), due.getAsLong()), rows++, follow.think()))
            .ifPresent(this::inTurn);
      }
    }
    return Optional.ofNullable(ready.peek()).map(Placed::due);
  }

  /** It is a row's turn: what was before it in its session has ended. */
  private void inTurn(Placed row) {
    if (!row.waits()) {
      ready(row);
      return;
    }
    OptionalLong ended =
        turns.endedNanos(row.row().request().conversation().sessionId().orElse(""));
    Due due = row.at(Math.max(row.due().scheduledNanos(), ended.orElse(Long.MIN_VALUE))).due();
    late.make(due, made -> ready(row.with(made)));
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
    turns.ended(request, endNanos).ifPresent(this::inTurn);
  }

  @Override
  public boolean comesBefore(long nanos) {
    return late.isBusyBefore(nanos) || (!over && readUpToNanos < nanos && !feed.exhausted());
  }

  @Override
  public boolean waits() {
    return turns.isWaiting();
  }
}
