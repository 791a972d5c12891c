package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.AnswerReader;
import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;

/** One admitted request on its way; ends as exactly one outcome. For the event loop alone. */
final class Exchange {
  private final Planned planned;
  private final AnswerReader reader;
  private final long wokenNanos;
  private final long admittedNanos;
  private OptionalLong connectedNanos = OptionalLong.empty();
  private OptionalLong dispatchedNanos = OptionalLong.empty();
  private OptionalLong writtenNanos = OptionalLong.empty();
  private Optional<Connection> connection = Optional.empty();
  private Optional<Future<?>> limit = Optional.empty();
  private boolean ended;

  Exchange(Planned planned, AnswerReader reader, long wokenNanos, long admittedNanos) {
    this.planned = planned;
    this.reader = reader;
    this.wokenNanos = wokenNanos;
    this.admittedNanos = admittedNanos;
  }

  /** The plan of a due request. */
  static Planned planned(Due due) {
    return new Planned(
        due.request().row().request(), due.request().row().intent().phase(), due.scheduledNanos());
  }

  AnswerReader reader() {
    return reader;
  }

  Planned planned() {
    return planned;
  }

  Optional<Connection> connection() {
    return connection;
  }

  void connected(long atNanos) {
    connectedNanos = OptionalLong.of(atNanos);
  }

  void dispatched(Connection on, long atNanos) {
    connection = Optional.of(on);
    dispatchedNanos = OptionalLong.of(atNanos);
  }

  void written(long atNanos) {
    writtenNanos = OptionalLong.of(atNanos);
  }

  /** What ends the exchange when it takes too long. */
  void limit(Future<?> timer) {
    limit = Optional.of(timer);
  }

  boolean isWritten() {
    return writtenNanos.isPresent();
  }

  boolean isDispatched() {
    return dispatchedNanos.isPresent();
  }

  boolean isEnded() {
    return ended;
  }

  /** Ends it; once only. */
  Outcome end(Ending ending, long atNanos) {
    close();
    Answer answer = reader.answer();
    return switch (ending.status()) {
      case COMPLETED -> new Outcome.Completed(planned, sending(), answer, atNanos);
      case REJECTED -> new Outcome.Rejected(planned, sending(), answer, atNanos, ending.error());
      case TIMED_OUT -> new Outcome.TimedOut(planned, sending(), answer, atNanos, ending.error());
      case CANCELLED -> new Outcome.Cancelled(planned, sending(), answer, atNanos, ending.error());
      case FAILED -> new Outcome.Failed(planned, sending(), answer, atNanos, ending.error());
      case NEVER_SENT -> throw new IllegalStateException("it was sent");
    };
  }

  /** Ends it before its first byte was written; once only. */
  Outcome neverSent(String reason, long atNanos) {
    close();
    return new Outcome.NeverSent(planned, atNanos, reason);
  }

  private void close() {
    if (ended) {
      throw new IllegalStateException("request " + planned.request().id() + " ended twice");
    }
    ended = true;
    limit.ifPresent(timer -> timer.cancel(false));
  }

  private Sending sending() {
    return new Sending(
        wokenNanos, admittedNanos, connectedNanos, dispatchedNanos.orElseThrow(), writtenNanos, 1);
  }
}
