package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Closed loop: each client that is free takes the next row, and its think time begins. A row whose
 * words wait for an answer that another client is still at is due once that has ended, too.
 */
final class ClosedAgenda implements Agenda {
  private final RequestFeed feed;
  private final Load.Closed load;
  private final LateRequests late;

  /** Used where rows wait for answers only. */
  private final TurnOrder<Taken> turns = new TurnOrder<>(1, SessionAgenda.SESSIONS);

  /** When the previous request of each client without a row ended. */
  private final ArrayDeque<Long> freeSince = new ArrayDeque<>();

  /** Clients that have not sent anything yet. */
  private int fresh;

  private final PriorityQueue<Taken> thinking =
      new PriorityQueue<>(
          Comparator.comparingLong((Taken t) -> t.due().scheduledNanos())
              .thenComparingLong(Taken::number));

  private long rows;

  /** A row that a client has taken; the row's number keeps equal times in the workload's order. */
  private record Taken(Due due, long number) implements TurnOrder.Timed<Taken> {
    @Override
    public WorkloadRow row() {
      return due.request().row();
    }

    @Override
    public Taken at(long nanos) {
      return new Taken(new Due(due.request(), nanos), number);
    }

    @Override
    public OptionalLong thinkNanos() {
      // It is part of the time at which the client is ready.
      return OptionalLong.empty();
    }

    @Override
    public boolean waits() {
      return due.request().waits();
    }
  }

  ClosedAgenda(RequestFeed feed, Load.Closed load, LateRequests late) {
    this.feed = feed;
    this.load = load;
    this.late = late;
    for (int i = 0; i < load.clients(); i++) {
      freeSince.add(load.rampNanos() * i / load.clients());
    }
    fresh = load.clients();
  }

  @Override
  public Optional<Due> first() {
    while (!freeSince.isEmpty()) {
      Optional<PreparedRequest> next = feed.poll();
      if (next.isEmpty()) {
        break;
      }
      long due = DueTime.closed(freeSince.remove(), think(next.get()));
      fresh = Math.max(0, fresh - 1);
      taken(new Taken(new Due(next.get(), due), rows++));
    }
    return Optional.ofNullable(thinking.peek()).map(Taken::due);
  }

  private void taken(Taken row) {
    if (feed.awaitsAnswers()) {
      turns.place(row).ifPresent(this::inTurn);
    } else {
      thinking.add(row);
    }
  }

  /** It is a row's turn: what was before it in its session has ended. */
  private void inTurn(Taken row) {
    if (!row.waits()) {
      thinking.add(row);
      return;
    }
    OptionalLong ended =
        turns.endedNanos(row.row().request().conversation().sessionId().orElse(""));
    Due due = row.at(Math.max(row.due().scheduledNanos(), ended.orElse(Long.MIN_VALUE))).due();
    late.make(due, made -> thinking.add(new Taken(made, row.number())));
  }

  /** A pause of the load's own lies between two requests, not in front of a client's first one. */
  private OptionalLong think(PreparedRequest request) {
    OptionalLong own = request.row().intent().thinkNanos();
    return own.isPresent() || fresh > 0 ? own : load.thinkNanos();
  }

  @Override
  public void take() {
    thinking.remove();
  }

  @Override
  public void ended(Request request, long endNanos) {
    freeSince.add(endNanos);
    if (feed.awaitsAnswers()) {
      turns.ended(request, endNanos).ifPresent(this::inTurn);
    }
  }

  @Override
  public boolean comesBefore(long nanos) {
    return late.isBusyBefore(nanos)
        || (!feed.exhausted() && freeSince.stream().anyMatch(since -> since < nanos));
  }

  @Override
  public boolean waits() {
    return turns.isWaiting() || !feed.exhausted();
  }
}
