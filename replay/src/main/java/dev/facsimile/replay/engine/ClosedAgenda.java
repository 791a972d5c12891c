package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Closed loop: each client that is free takes the next row, and its think time begins. */
final class ClosedAgenda implements Agenda {
  private final RequestFeed feed;
  private final Load.Closed load;

  /** When the previous request of each client without a row ended. */
  private final ArrayDeque<Long> freeSince = new ArrayDeque<>();

  /** Clients that have not sent anything yet. */
  private int fresh;

  private final PriorityQueue<Taken> thinking =
      new PriorityQueue<>(
          Comparator.comparingLong((Taken t) -> t.due().scheduledNanos())
              .thenComparingLong(Taken::row));

  private long rows;

  /** A row that a client has taken; the row's number keeps equal times in the workload's order. */
  private record Taken(Due due, long row) {}

  ClosedAgenda(RequestFeed feed, Load.Closed load) {
    this.feed = feed;
    this.load = load;
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
      thinking.add(new Taken(new Due(next.get(), due), rows++));
    }
    return Optional.ofNullable(thinking.peek()).map(Taken::due);
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
  }

  @Override
  public boolean exhausted() {
    return thinking.isEmpty() && feed.exhausted();
  }
}
