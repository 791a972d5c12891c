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

  /** When the row read last is due; the rows behind it are due no earlier. */
  private long readUpToNanos = Long.MIN_VALUE;

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
        readUpToNanos = due.orElse(Long.MAX_VALUE);
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
  public boolean comesBefore(long nanos) {
    return !over && readUpToNanos < nanos && !feed.exhausted();
  }

  @Override
  public boolean waits() {
    return false;
  }
}
