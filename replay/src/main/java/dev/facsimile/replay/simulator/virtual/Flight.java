package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.simulator.AnswerTimes;
import dev.facsimile.replay.simulator.engine.Sequence;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One request on its way through the simulation, and what its client has seen of it. */
final class Flight {
  private final WorkloadRow row;
  private final Planned planned;
  private final Sequence sequence;
  private final boolean streamed;
  private final Optional<Faults.Hurt> hurt;
  private OptionalLong admittedNanos = OptionalLong.empty();
  private OptionalLong headersNanos = OptionalLong.empty();
  private OptionalInt httpStatus = OptionalInt.empty();
  private OptionalInt replica = OptionalInt.empty();
  private long[] eventNanos = new long[16];
  private int events;
  private int pending;
  private int received;
  private boolean stalled;
  private boolean ended;
  private final AnswerTimes times = new AnswerTimes();

  Flight(
      WorkloadRow row,
      Planned planned,
      Sequence sequence,
      boolean streamed,
      Optional<Faults.Hurt> hurt) {
    this.row = row;
    this.planned = planned;
    this.sequence = sequence;
    this.streamed = streamed;
    this.hurt = hurt;
  }

  WorkloadRow row() {
    return row;
  }

  Planned planned() {
    return planned;
  }

  Sequence sequence() {
    return sequence;
  }

  boolean streamed() {
    return streamed;
  }

  Optional<Faults.Hurt> hurt() {
    return hurt;
  }

  OptionalInt replica() {
    return replica;
  }

  boolean isEnded() {
    return ended;
  }

  long admittedNanos() {
    return admittedNanos.orElseThrow();
  }

  void admitted(long atNanos) {
    admittedNanos = OptionalLong.of(atNanos);
  }

  void taken(int byReplica) {
    replica = OptionalInt.of(byReplica);
  }

  void headers(int status, long atNanos) {
    httpStatus = OptionalInt.of(status);
    headersNanos = OptionalLong.of(atNanos);
  }

  /** Tokens made but not yet sent in a chunk. */
  int pending() {
    return pending;
  }

  void made(int tokens, long atNanos) {
    pending += tokens;
    if (sequence.scheduledNanos().isPresent()) {
      times.scheduled(sequence.arrivedNanos().orElseThrow(), sequence.scheduledNanos().getAsLong());
      times.made(atNanos);
    }
  }

  int events() {
    return events;
  }

  /** When the last chunk so far came; 0 before the first. */
  long lastEventNanos() {
    return events == 0 ? 0 : eventNanos[events - 1];
  }

  /** A chunk with everything pending. */
  void event(long atNanos) {
    if (events == eventNanos.length) {
      eventNanos = Arrays.copyOf(eventNanos, events * 2);
    }
    eventNanos[events++] = atNanos;
    received += pending;
    pending = 0;
  }

  /** Whether this is the first time that it is asked: an answer stalls once. */
  boolean stallsNow() {
    boolean first = !stalled;
    stalled = true;
    return first;
  }

  /** Ends it; once only. What was on its way later than {@code atNanos} never came. */
  Outcome end(RequestStatus status, String error, long atNanos) {
    if (ended) {
      throw new IllegalStateException("request " + planned.request().id() + " ended twice");
    }
    ended = true;
    Answer answer = answer(status, atNanos);
    // A timer of its limit may hold it long after its end.
    eventNanos = new long[0];
    return switch (status) {
      case COMPLETED -> new Outcome.Completed(planned, sending(), answer, atNanos);
      case REJECTED -> new Outcome.Rejected(planned, sending(), answer, atNanos, error);
      case TIMED_OUT -> new Outcome.TimedOut(planned, sending(), answer, atNanos, error);
      case CANCELLED -> new Outcome.Cancelled(planned, sending(), answer, atNanos, error);
      case FAILED -> new Outcome.Failed(planned, sending(), answer, atNanos, error);
      case NEVER_SENT -> new Outcome.NeverSent(planned, atNanos, error);
    };
  }

  private Answer answer(RequestStatus status, long atNanos) {
    int seen = events;
    while (seen > 0 && eventNanos[seen - 1] > atNanos) {
      seen--;
    }
    boolean whole = status == RequestStatus.COMPLETED;
    long[] gaps = new long[Math.max(0, seen - 1)];
    for (int i = 1; i < seen; i++) {
      gaps[i - 1] = eventNanos[i] - eventNanos[i - 1];
    }
    OptionalLong headers =
        headersNanos.isPresent() && headersNanos.getAsLong() <= atNanos
            ? headersNanos
            : OptionalLong.empty();
    return new Answer(
        headers,
        seen > 0 ? OptionalLong.of(eventNanos[0]) : OptionalLong.empty(),
        seen > 0 ? OptionalLong.of(eventNanos[seen - 1]) : OptionalLong.empty(),
        headers.isPresent() ? httpStatus : OptionalInt.empty(),
        whole ? Optional.of("length") : Optional.empty(),
        whole ? usage() : Answer.Usage.UNKNOWN,
        whole ? times.told() : ServerTimes.UNKNOWN,
        seen,
        OptionalInt.empty(),
        streamed,
        Gaps.of(gaps));
  }

  private Answer.Usage usage() {
    return new Answer.Usage(
        OptionalInt.of(sequence.promptTokens()),
        OptionalInt.of(received),
        OptionalInt.of(sequence.cachedTokens()));
  }

  private Sending sending() {
    long scheduled = planned.scheduledNanos();
    long admitted = admittedNanos.orElse(scheduled);
    return new Sending(
        scheduled, admitted, OptionalLong.empty(), admitted, OptionalLong.of(admitted), 1);
  }
}
