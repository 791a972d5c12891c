package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.RequestStatus;

/**
 * How a request that was sent ended.
 *
 * @param status its word in the accounting, never {@link RequestStatus#NEVER_SENT}
 * @param error what was wrong, one short phrase; empty when completed
 */
public record Ending(RequestStatus status, String error) {

  /** A whole answer came. */
  public static final Ending WHOLE = new Ending(RequestStatus.COMPLETED, "");

  public Ending {
    if (status == RequestStatus.NEVER_SENT) {
      throw new IllegalArgumentException("never-sent is no ending of a request that was sent");
    }
  }

  public static Ending rejected(String error) {
    return new Ending(RequestStatus.REJECTED, error);
  }

  public static Ending timedOut(String error) {
    return new Ending(RequestStatus.TIMED_OUT, error);
  }

  public static Ending cancelled(String error) {
    return new Ending(RequestStatus.CANCELLED, error);
  }

  public static Ending failed(String error) {
    return new Ending(RequestStatus.FAILED, error);
  }
}
