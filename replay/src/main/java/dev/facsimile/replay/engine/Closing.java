package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.trace.outcome.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Brings a run to its end: when everything has ended, when the drain is over, when somebody says
 * stop, or when it cannot go on. In each case everything that was offered has an outcome. For the
 * event loop alone.
 */
final class Closing {
  private static final Duration INTERRUPTED_DRAIN = Duration.ofSeconds(5);
  private static final String FAILED = "run failed";

  private final Course course;
  private final Ledger ledger;
  private final RequestFeed feed;
  private final LateRequests late;
  private final Runnable pump;
  private final Runnable finish;
  private Optional<Future<?>> drainTimer = Optional.empty();
  private Optional<String> because = Optional.empty();
  private Optional<Throwable> failure = Optional.empty();

  /**
   * A closing.
   *
   * @param pump turns to what is due
   * @param finish ends the run; called once
   */
  Closing(
      Course course,
      Ledger ledger,
      RequestFeed feed,
      LateRequests late,
      Runnable pump,
      Runnable finish) {
    this.course = course;
    this.ledger = ledger;
    this.feed = feed;
    this.late = late;
    this.pump = pump;
    this.finish = finish;
  }

  /** Why the run was stopped, if it was. */
  Optional<String> because() {
    return because;
  }

  /** What the run could not go on after. */
  Optional<Throwable> failure() {
    return failure;
  }

  /** Ends the run if nothing is left to do, or begins to drain. */
  void endIfDone() {
    if (course.isOver() || course.mayOffer()) {
      return;
    }
    if (course.inFlight == 0) {
      finish.run();
    } else if (drainTimer.isEmpty()) {
      drain(course.settings.limits().drain(), "run end");
    }
  }

  private void drain(Duration patience, String reason) {
    stop();
    drainTimer =
        Optional.of(
            course.loop.schedule(
                () -> course.guarded(() -> cancelActive(reason)),
                patience.toNanos(),
                TimeUnit.NANOSECONDS));
  }

  private void cancelActive(String reason) {
    Ending ending = Ending.cancelled(reason);
    List.copyOf(course.lanes).forEach(lane -> lane.cutAll(ending));
  }

  /**
   * Offers nothing more, waits briefly for what is in flight and ends the run.
   *
   * @param why in a sentence
   * @param reason the word in the outcomes of what is cut
   */
  void interrupt(String why, String reason) {
    if (course.isOver()) {
      return;
    }
    if (because.isPresent()) {
      // Asked twice: no more waiting.
      cancelActive(reason);
      return;
    }
    because = Optional.of(why);
    if (!course.begun) {
      finish.run();
      return;
    }
    Duration drain = course.settings.limits().drain();
    drain(drain.compareTo(INTERRUPTED_DRAIN) < 0 ? drain : INTERRUPTED_DRAIN, reason);
    sendNothingMore(reason);
  }

  /** Ends a run that cannot go on, at once; a second failure on the way ends it as it stands. */
  void fail(Throwable error) {
    if (course.isOver()) {
      return;
    }
    if (failure.isPresent() || !course.begun) {
      course.result.completeExceptionally(failure.orElse(error));
      return;
    }
    failure = Optional.of(error);
    try {
      cancelActive(FAILED);
      sendNothingMore(FAILED);
    } catch (RuntimeException e) {
      course.result.completeExceptionally(error);
    }
  }

  /** What is due by now is still part of the run, whether or not it was made ready in time. */
  private void sendNothingMore(String reason) {
    course.refuse(reason);
    feed.planOnly();
    late.giveUp(course.endNanos());
    pump.run();
  }

  /** Takes a request that was due and is not sent. */
  void refuse(Due due) {
    course.series.offered(due.scheduledNanos());
    String reason = course.refusal().orElseThrow();
    ledger.handOn(new Outcome.NeverSent(course.planned(due), course.clock.now(), reason));
  }

  void stop() {
    drainTimer.ifPresent(timer -> timer.cancel(false));
  }
}
