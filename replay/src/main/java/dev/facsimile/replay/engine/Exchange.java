package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.AnswerReader;
import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;

/**
 * One admitted request on its way, over one attempt or several; ends as exactly one outcome. How it
 * left the client is told of the first attempt that was sent, what came back of the last one. For
 * the event loop alone.
 */
final class Exchange {
  private final Planned planned;
  private final PreparedRequest request;
  private final long wokenNanos;
  private final long admittedNanos;
  private AnswerReader reader;
  private int attempts;
  private int sentAttempts;
  private long startedNanos;
  private OptionalLong connectedNanos = OptionalLong.empty();
  private OptionalLong dispatchedNanos = OptionalLong.empty();
  private OptionalLong writtenNanos = OptionalLong.empty();
  private OptionalLong attemptDispatchedNanos = OptionalLong.empty();
  private boolean attemptWritten;
  private Optional<Carrier> carrier = Optional.empty();
  private final List<Future<?>> timers = new ArrayList<>(2);
  private boolean ended;

  /**
   * An exchange.
   *
   * @param reader for the first attempt's answer
   */
  Exchange(
      Planned planned,
      PreparedRequest request,
      AnswerReader reader,
      long wokenNanos,
      long admittedNanos) {
    this.planned = planned;
    this.request = request;
    this.reader = reader;
    this.wokenNanos = wokenNanos;
    this.admittedNanos = admittedNanos;
    this.attempts = 1;
    this.startedNanos = admittedNanos;
  }

  /** Begins another attempt. */
  void again(AnswerReader fresh, long atNanos) {
    reader = fresh;
    attempts++;
    startedNanos = atNanos;
    attemptDispatchedNanos = OptionalLong.empty();
    attemptWritten = false;
    carrier = Optional.empty();
  }

  AnswerReader reader() {
    return reader;
  }

  Planned planned() {
    return planned;
  }

  PreparedRequest request() {
    return request;
  }

  Optional<Carrier> carrier() {
    return carrier;
  }

  int attempts() {
    return attempts;
  }

  /** A connection for it stands that did not before. */
  void connected(long atNanos) {
    if (dispatchedNanos.isEmpty()) {
      connectedNanos = OptionalLong.of(atNanos);
    }
  }

  /** The attempt's first byte is being written. */
  void dispatched(Carrier on, long atNanos) {
    carrier = Optional.of(on);
    attemptDispatchedNanos = OptionalLong.of(atNanos);
    sentAttempts++;
    if (dispatchedNanos.isEmpty()) {
      dispatchedNanos = OptionalLong.of(atNanos);
    }
  }

  /** The attempt's last byte was taken by the socket. */
  void written(long atNanos) {
    attemptWritten = true;
    if (sentAttempts == 1 && writtenNanos.isEmpty()) {
      writtenNanos = OptionalLong.of(atNanos);
    }
  }

  /** What ends the exchange when it takes too long. */
  void limit(Future<?> timer) {
    timers.add(timer);
  }

  /** Whether the attempt was written to its end. */
  boolean isWritten() {
    return attemptWritten;
  }

  /** Whether some attempt was sent. */
  boolean isDispatched() {
    return dispatchedNanos.isPresent();
  }

  boolean isEnded() {
    return ended;
  }

  /** The end of an attempt: no timer of it runs on. */
  void stopTimers() {
    timers.forEach(timer -> timer.cancel(false));
    timers.clear();
  }

  /** Ends it; once only. */
  Outcome end(Ending ending, long atNanos) {
    close();
    if (dispatchedNanos.isEmpty()) {
      return new Outcome.NeverSent(planned, atNanos, ending.error());
    }
    // An attempt that was never sent has no answer; the earlier ones' are in the attempts.
    Answer answer = attemptDispatchedNanos.isPresent() ? reader.answer() : Answer.NONE;
    return switch (ending.status()) {
      case COMPLETED -> new Outcome.Completed(planned, sending(), answer, atNanos);
      case REJECTED -> new Outcome.Rejected(planned, sending(), answer, atNanos, ending.error());
      case TIMED_OUT -> new Outcome.TimedOut(planned, sending(), answer, atNanos, ending.error());
      case CANCELLED -> new Outcome.Cancelled(planned, sending(), answer, atNanos, ending.error());
      case FAILED -> new Outcome.Failed(planned, sending(), answer, atNanos, ending.error());
      case NEVER_SENT -> throw new IllegalStateException("it was sent");
    };
  }

  /** The attempt that ends now. */
  Attempt attempt(Ending ending, long atNanos) {
    boolean sent = attemptDispatchedNanos.isPresent();
    Answer answer = sent ? reader.answer() : Answer.NONE;
    return new Attempt(
        planned.request().id(),
        attempts,
        sent ? ending.status() : RequestStatus.NEVER_SENT,
        startedNanos,
        attemptDispatchedNanos,
        answer.firstTokenNanos(),
        atNanos,
        answer.httpStatus(),
        sent ? reader.retryAfterNanos() : OptionalLong.empty(),
        Optional.of(ending.error()).filter(e -> !e.isEmpty()));
  }

  private void close() {
    if (ended) {
      throw new IllegalStateException("request " + planned.request().id() + " ended twice");
    }
    ended = true;
    stopTimers();
  }

  private Sending sending() {
    return new Sending(
        wokenNanos,
        admittedNanos,
        connectedNanos,
        dispatchedNanos.orElseThrow(),
        writtenNanos,
        sentAttempts,
        request.promptTokens());
  }
}
