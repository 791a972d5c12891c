package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Books what the lanes report: the series, the results, what is in flight and what an end lets
 * through. For the dispatcher's event loop alone.
 */
final class Ledger implements Reports {
  private final Course course;
  private final Runnable afterEnd;

  /**
   * A ledger.
   *
   * @param afterEnd called after each end of a request
   */
  Ledger(Course course, Runnable afterEnd) {
    this.course = course;
    this.afterEnd = afterEnd;
  }

  @Override
  public void dispatched(long atNanos, long sendLagNanos) {
    course.series.dispatched(atNanos, sendLagNanos);
  }

  @Override
  public void tokens(int count, long atNanos) {
    course.series.tokens(count, atNanos);
  }

  @Override
  public void attempt(Attempt attempt) {
    course.guarded(() -> course.results.attempt(attempt));
  }

  @Override
  public void retried() {
    course.retries++;
  }

  @Override
  public void text(String requestId, AnswerText text) {
    course.guarded(() -> course.results.text(requestId, text));
  }

  @Override
  public void ended(Outcome outcome) {
    course.guarded(
        () -> {
          course.inFlight--;
          handOn(outcome);
          course.agenda.ended(outcome.planned().request(), outcome.endNanos());
          afterEnd.run();
        });
  }

  /** Hands on an outcome; nothing more comes of it. */
  void handOn(Outcome outcome) {
    OptionalLong ttft =
        outcome instanceof Outcome.Dispatched sent
            ? sent.ttftFromDispatchNanos()
            : OptionalLong.empty();
    course.series.ended(outcome.status(), ttft, outcome.endNanos());
    course.results.outcome(outcome);
  }

  @Override
  public void server(String name) {
    if (course.server.isEmpty()) {
      course.server = Optional.of(name);
    }
  }

  @Override
  public void bug(Throwable error) {
    course.abort(error);
  }
}
