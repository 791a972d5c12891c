package dev.facsimile.replay.engine;

import dev.facsimile.trace.outcome.Planned;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * What the parts of one engine share: where the run stands. What changes is for the dispatcher's
 * event loop alone.
 */
final class Course {
  final EngineSettings settings;
  final EventLoop loop;
  final RunClock clock;
  final SecondSeries series;
  final Agenda agenda;
  final Results results;
  final List<Lane> lanes = new ArrayList<>();

  final CompletableFuture<EngineResult> result = new CompletableFuture<>();
  Optional<String> server = Optional.empty();
  long retries;

  /** Requests that were admitted and have not ended. */
  int inFlight;

  boolean begun;
  boolean finished;

  /** Hears, on the loop, of what the run cannot go on after. */
  Consumer<Throwable> whenFailed = error -> result.completeExceptionally(error);

  /** Requests scheduled at this time or later are no part of the run. */
  private long endNanos;

  private Optional<String> refusal = Optional.empty();
  private boolean unreadable;

  Course(
      EngineSettings settings,
      EventLoop loop,
      RunClock clock,
      SecondSeries series,
      Agenda agenda,
      Results results) {
    this.settings = settings;
    this.loop = loop;
    this.clock = clock;
    this.series = series;
    this.agenda = agenda;
    this.results = results;
    this.endNanos = settings.until().map(Duration::toNanos).orElse(Long.MAX_VALUE);
  }

  boolean isOver() {
    return finished || result.isDone();
  }

  /** The request of the run that is due first; empty when none is known yet. */
  Optional<Due> first() {
    if (unreadable) {
      return Optional.empty();
    }
    try {
      Optional<Due> first = agenda.first();
      boolean within = first.isPresent() && first.get().scheduledNanos() < endNanos;
      return within ? first : Optional.empty();
    } catch (RuntimeException e) {
      if (refusal.isEmpty()) {
        throw e;
      }
      // Nothing is sent any more: of what cannot be read nobody knows whether it was due.
      unreadable = true;
      return Optional.empty();
    }
  }

  /** Whether the run may still get a request. */
  boolean mayOffer() {
    if (first().isPresent()) {
      return true;
    }
    return !unreadable
        && (agenda.comesBefore(endNanos)
            || (inFlight > 0 && agenda.waits() && clock.now() < endNanos));
  }

  /** When the run's last request is scheduled at the latest, not included. */
  long endNanos() {
    return endNanos;
  }

  /**
   * Sends nothing more: what is due by now is part of the run, the rest is not.
   *
   * @param reason the word in the outcomes of what is not sent
   */
  void refuse(String reason) {
    refusal = Optional.of(reason);
    endNanos = Math.min(endNanos, clock.now() + 1);
  }

  /** Why nothing more is sent, once that is so. */
  Optional<String> refusal() {
    return refusal;
  }

  /** The plan of a due request. */
  Planned planned(Due due) {
    Optional<String> window = Window.of(settings.windows(), due.scheduledNanos());
    return new Planned(
        due.request().row().request(),
        window.isPresent() ? window : due.request().row().intent().phase(),
        due.scheduledNanos());
  }

  /** Does {@code work}; what it throws ends the run. */
  void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      abort(e);
    }
  }

  /** Ends the run with an error; from any thread. */
  void abort(Throwable error) {
    try {
      loop.execute(() -> whenFailed.accept(error));
    } catch (RejectedExecutionException e) {
      // The engine was closed meanwhile.
      result.completeExceptionally(error);
    }
  }
}
