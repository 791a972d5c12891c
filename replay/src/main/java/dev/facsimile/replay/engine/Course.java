package dev.facsimile.replay.engine;

import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the parts of one engine share: where the run stands. For the event loop alone. */
final class Course {
  final EngineSettings settings;
  final EventLoop loop;
  final RunClock clock;
  final SecondSeries series;
  final Agenda agenda;
  final Results results;
  final Traffic traffic = new Traffic();

  /** Requests that were admitted and have not ended. */
  final Set<Exchange> active = new LinkedHashSet<>();

  final CompletableFuture<EngineResult> result = new CompletableFuture<>();
  Optional<String> server = Optional.empty();
  long retries;
  boolean begun;
  boolean offering = true;

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
  }

  boolean isOver() {
    return result.isDone();
  }

  /** The request that is due first; none once nothing more is offered. */
  Optional<Due> first() {
    return offering ? agenda.first() : Optional.empty();
  }

  /** Does {@code work}; what it throws ends the run. */
  void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      abort(e);
    }
  }

  /** Ends the run with an error. */
  void abort(Throwable error) {
    List.copyOf(active).forEach(x -> x.connection().ifPresent(Connection::drop));
    result.completeExceptionally(error);
  }
}
