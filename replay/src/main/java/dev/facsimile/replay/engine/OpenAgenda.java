package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import java.util.Optional;
import java.util.OptionalLong;

/** Open loop: rows at the times of a schedule, whatever becomes of them. */
final class OpenAgenda implements Agenda {
  private final RequestFeed feed;
  private final Schedule schedule;
  private Optional<Due> first = Optional.empty();
  private boolean over;

  OpenAgenda(RequestFeed feed, Schedule schedule) {
    this.feed = feed;
    this.schedule = schedule;
  }

  @Override
  public Optional<Due> first() {
    if (first.isEmpty() && !over) {
      Optional<PreparedRequest> next = feed.poll();
      if (next.isPresent()) {
        OptionalLong due = next.get().dueNanos(schedule);
        over = due.isEmpty();
        first = over ? Optional.empty() : Optional.of(new Due(next.get(), due.getAsLong()));
      }
    }
    return first;
  }

  @Override
  public void take() {
    first = Optional.empty();
  }

  @Override
  public void ended(Request request, long endNanos) {
    // An open loop does not wait for answers.
  }

  @Override
  public boolean exhausted() {
    return first.isEmpty() && (over || feed.exhausted());
  }
}
