package dev.facsimile.replay.engine;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** Closed loop: each client that is free takes the next row, and its think time begins. */
final class ClosedAgenda implements Agenda {
  private final RequestFeed feed;

  /** When the previous request of each client without a row ended. */
  private final ArrayDeque<Long> freeSince = new ArrayDeque<>();

  private final PriorityQueue<Taken> thinking =
      new PriorityQueue<>(
          Comparator.comparingLong((Taken t) -> t.due().scheduledNanos())
              .thenComparingLong(Taken::row));

  private long rows;

  /** A row that a client has taken; the row's number keeps equal times in the workload's order. */
  private record Taken(Due due, long row) {}

  ClosedAgenda(RequestFeed feed, int clients) {
    this.feed = feed;
    for (int i = 0; i < clients; i++) {
      freeSince.add(0L);
    }
  }

  @Override
  public Optional<Due> first() {
    while (!freeSince.isEmpty()) {
      Optional<PreparedRequest> next = feed.poll();
      if (next.isEmpty()) {
        break;
      }
      long due = DueTime.closed(freeSince.remove(), next.get().row().intent().thinkNanos());
      thinking.add(new Taken(new Due(next.get(), due), rows++));
    }
    return Optional.ofNullable(thinking.peek()).map(Taken::due);
  }

  @Override
  public void take() {
    thinking.remove();
  }

  @Override
  public void ended(long endNanos) {
    freeSince.add(endNanos);
  }

  @Override
  public boolean exhausted() {
    return thinking.isEmpty() && feed.exhausted();
  }
}
