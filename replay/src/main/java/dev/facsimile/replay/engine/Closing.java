package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.trace.outcome.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Brings a run to its end: when everything has ended, when the drain is over, or when somebody says
 * stop. For the event loop alone.
 */
final class Closing {
  private static final Duration INTERRUPTED_DRAIN = Duration.ofSeconds(5);

  private final Course course;
  private final Courier courier;
  private final Runnable finish;
  private Optional<Future<?>> drainTimer = Optional.empty();
  private Optional<String> because = Optional.empty();

  /**
   * A closing.
   *
   * @param finish ends the run; called once
   */
  Closing(Course course, Courier courier, Runnable finish) {
    this.course = course;
    this.courier = courier;
    this.finish = finish;
  }

  /** Why the run was stopped, if it was. */
  Optional<String> because() {
    return because;
  }

  /** Ends the run if nothing is left to do, or begins to drain. */
  void endIfDone() {
    if (course.isOver() || (course.offering && !course.agenda.exhausted())) {
      return;
    }
    if (course.active.isEmpty()) {
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
    for (Exchange exchange : List.copyOf(course.active)) {
      courier.cut(exchange, Ending.cancelled(reason));
    }
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
    refuseDue(reason);
    course.offering = false;
    Duration drain = course.settings.limits().drain();
    drain(drain.compareTo(INTERRUPTED_DRAIN) < 0 ? drain : INTERRUPTED_DRAIN, reason);
    endIfDone();
  }

  /** What was due and held back is part of the run, though it was never sent. */
  private void refuseDue(String reason) {
    long now = course.clock.now();
    List<Due> held = new ArrayList<>();
    for (Optional<Due> first = course.first();
        first.isPresent() && first.get().scheduledNanos() <= now;
        first = course.first()) {
      course.agenda.take();
      held.add(first.get());
    }
    for (Due due : held) {
      course.series.offered(due.scheduledNanos());
      courier.handOn(new Outcome.NeverSent(courier.planned(due), now, reason));
    }
  }

  void stop() {
    drainTimer.ifPresent(timer -> timer.cancel(false));
  }
}
