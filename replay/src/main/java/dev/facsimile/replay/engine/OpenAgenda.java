package dev.facsimile.replay.engine;

import java.util.Optional;

/** Open loop: the rows in order, at their own times. */
final class OpenAgenda implements Agenda {
  private final RequestFeed feed;
  private final double speed;
  private Optional<Due> first = Optional.empty();

  OpenAgenda(RequestFeed feed, double speed) {
    this.feed = feed;
    this.speed = speed;
  }

  @Override
  public Optional<Due> first() {
    if (first.isEmpty()) {
      first =
          feed.poll().map(r -> new Due(r, DueTime.open(r.row().request().arrivalNanos(), speed)));
    }
    return first;
  }

  @Override
  public void take() {
    first = Optional.empty();
  }

  @Override
  public void ended(long endNanos) {
    // An open loop does not wait for answers.
  }

  @Override
  public boolean exhausted() {
    return first.isEmpty() && feed.exhausted();
  }
}
