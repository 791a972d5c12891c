package dev.facsimile.replay.engine;

import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts requests when they are due, as far as the user's cap lets them. For the event loop alone.
 */
final class Dispatcher {
  private static final int BATCH = 64;

  /** Starts one request. */
  @FunctionalInterface
  interface Start {
    /**
     * Starts it.
     *
     * @param wokenNanos when the client turned to it, but for the cap
     */
    void start(Due due, long wokenNanos, long nowNanos);
  }

  private final Course course;
  private final Start start;
  private final Consumer<Due> refuse;
  private final Runnable afterwards;
  private final CapWait capWait = new CapWait();
  private Optional<Future<?>> wakeUp = Optional.empty();
  private long wakeUpNanos;
  private boolean asked;

  /**
   * A dispatcher.
   *
   * @param refuse takes what is due once nothing is sent any more
   * @param afterwards called after each round
   */
  Dispatcher(Course course, Start start, Consumer<Due> refuse, Runnable afterwards) {
    this.course = course;
    this.start = start;
    this.refuse = refuse;
    this.afterwards = afterwards;
  }

  /** Has {@link #pump} called once the answers at hand are read: they may let more through. */
  void pumpSoon() {
    if (!asked) {
      asked = true;
      course.loop.execute(this::pump);
    }
  }

  /** Starts everything that is due and arms the loop for what comes next. */
  void pump() {
    asked = false;
    if (course.begun && !course.isOver()) {
      course.guarded(this::dispatchDue);
      course.guarded(afterwards);
    }
  }

  private void dispatchDue() {
    for (int i = 0; i < BATCH; i++) {
      Optional<Due> first = course.first();
      if (first.isEmpty()) {
        capWait.clear();
        wakeAtEnd();
        return;
      }
      if (course.refusal().isPresent()) {
        course.agenda.take();
        refuse.accept(first.get());
        continue;
      }
      long scheduled = first.get().scheduledNanos();
      long now = course.clock.now();
      if (scheduled > now) {
        capWait.clear();
        wakeAt(scheduled, now);
        return;
      }
      if (isFull()) {
        capWait.blocked(now);
        return;
      }
      course.agenda.take();
      start.start(first.get(), capWait.wokenNanos(scheduled, now), now);
    }
    // Answers that came meanwhile are read before the next batch.
    pumpSoon();
  }

  private boolean isFull() {
    return course.settings.maxConcurrency().isPresent()
        && course.inFlight >= course.settings.maxConcurrency().getAsInt();
  }

  /** So that the end of what is offered is seen though no answer comes. */
  private void wakeAtEnd() {
    long end = course.endNanos();
    long now = course.clock.now();
    if (end != Long.MAX_VALUE && end > now) {
      wakeAt(end, now);
    }
  }

  private void wakeAt(long dueNanos, long nowNanos) {
    boolean armed = wakeUp.isPresent() && !wakeUp.get().isDone();
    if (armed && wakeUpNanos == dueNanos) {
      return;
    }
    stop();
    wakeUpNanos = dueNanos;
    wakeUp =
        Optional.of(course.loop.schedule(this::pump, dueNanos - nowNanos, TimeUnit.NANOSECONDS));
  }

  /** Disarms the loop. */
  void stop() {
    wakeUp.ifPresent(timer -> timer.cancel(false));
  }
}
