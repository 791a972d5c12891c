package dev.facsimile.trace.outcome;

import dev.facsimile.trace.RequestStatus;
import java.util.OptionalLong;

/** How one planned request of a run ended. */
public sealed interface Outcome {

  /** What the run meant to do. */
  Planned planned();

  /** The outcome's word in the accounting. */
  RequestStatus status();

  /** When it ended, from the run's zero, nanoseconds. */
  long endNanos();

  /** An outcome of a request whose first byte was written. */
  sealed interface Dispatched extends Outcome {

    Sending sending();

    /** What came back, whole or in part. */
    Answer answer();

    /** The same with another answer. */
    Dispatched with(Answer other);

    /** Send lag, nanoseconds: dispatched − scheduled. */
    default long sendLagNanos() {
      return sending().dispatchedNanos() - planned().scheduledNanos();
    }

    /** The part of the send lag that is the client's own lateness in turning to the request. */
    default long wakeLagNanos() {
      return sending().wokenNanos() - planned().scheduledNanos();
    }

    /** The part of the send lag that the user's own concurrency cap held it back. */
    default long slotLagNanos() {
      return sending().admittedNanos() - sending().wokenNanos();
    }

    /** The part of the send lag spent on a new connection; 0 when a pooled one was taken. */
    default long connectLagNanos() {
      OptionalLong connected = sending().connectedNanos();
      return connected.isPresent() ? connected.getAsLong() - sending().admittedNanos() : 0;
    }

    /** The part of the send lag between having a connection and writing the first byte. */
    default long writeLagNanos() {
      return sendLagNanos() - wakeLagNanos() - slotLagNanos() - connectLagNanos();
    }

    /** First token − dispatched, nanoseconds: what the server took. */
    default OptionalLong ttftFromDispatchNanos() {
      return since(sending().dispatchedNanos(), answer().firstTokenNanos());
    }

    /** First token − scheduled, nanoseconds: what a user felt; free of coordinated omission. */
    default OptionalLong ttftFromScheduleNanos() {
      return since(planned().scheduledNanos(), answer().firstTokenNanos());
    }

    /** Last token − dispatched, nanoseconds. */
    default OptionalLong e2eFromDispatchNanos() {
      return since(sending().dispatchedNanos(), answer().lastTokenNanos());
    }

    /** Last token − scheduled, nanoseconds. */
    default OptionalLong e2eFromScheduleNanos() {
      return since(planned().scheduledNanos(), answer().lastTokenNanos());
    }

    private static OptionalLong since(long start, OptionalLong end) {
      return end.isPresent() ? OptionalLong.of(end.getAsLong() - start) : OptionalLong.empty();
    }
  }

  /** A whole answer came. */
  record Completed(Planned planned, Sending sending, Answer answer, long endNanos)
      implements Dispatched {
    @Override
    public Completed with(Answer other) {
      return new Completed(planned, sending, other, endNanos);
    }

    @Override
    public RequestStatus status() {
      return RequestStatus.COMPLETED;
    }
  }

  /** Turned away by a limit (429, 503). */
  record Rejected(Planned planned, Sending sending, Answer answer, long endNanos, String error)
      implements Dispatched {
    @Override
    public Rejected with(Answer other) {
      return new Rejected(planned, sending, other, endNanos, error);
    }

    @Override
    public RequestStatus status() {
      return RequestStatus.REJECTED;
    }
  }

  /** A time limit of the client passed first; {@code error} names it. */
  record TimedOut(Planned planned, Sending sending, Answer answer, long endNanos, String error)
      implements Dispatched {
    @Override
    public TimedOut with(Answer other) {
      return new TimedOut(planned, sending, other, endNanos, error);
    }

    @Override
    public RequestStatus status() {
      return RequestStatus.TIMED_OUT;
    }
  }

  /** Given up by the client; {@code error} says why, such as {@code run end}. */
  record Cancelled(Planned planned, Sending sending, Answer answer, long endNanos, String error)
      implements Dispatched {
    /** The {@code error} of a disconnect that the workload asked for. */
    public static final String PLANNED_DISCONNECT = "planned disconnect";

    /** Whether the workload asked for it: such a request is judged up to the cut. */
    public boolean isPlannedDisconnect() {
      return error.equals(PLANNED_DISCONNECT);
    }

    @Override
    public Cancelled with(Answer other) {
      return new Cancelled(planned, sending, other, endNanos, error);
    }

    @Override
    public RequestStatus status() {
      return RequestStatus.CANCELLED;
    }
  }

  /** Anything else that went wrong. */
  record Failed(Planned planned, Sending sending, Answer answer, long endNanos, String error)
      implements Dispatched {
    @Override
    public Failed with(Answer other) {
      return new Failed(planned, sending, other, endNanos, error);
    }

    @Override
    public RequestStatus status() {
      return RequestStatus.FAILED;
    }
  }

  /** Its first byte was never written; {@code reason} says why. */
  record NeverSent(Planned planned, long endNanos, String reason) implements Outcome {
    @Override
    public RequestStatus status() {
      return RequestStatus.NEVER_SENT;
    }
  }
}
