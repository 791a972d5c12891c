package dev.facsimile.trace.outcome;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.header.RunManifest.Counts;
import java.util.Arrays;

/** Adds up the outcomes of a run. */
public final class Accounting {
  private final long[] ended = new long[RequestStatus.values().length];
  private long accepted;

  /** Counts one more outcome. */
  public void add(Outcome outcome) {
    ended[outcome.status().ordinal()]++;
    if (outcome instanceof Outcome.Dispatched sent && sent.answer().accepted()) {
      accepted++;
    }
  }

  public long count(RequestStatus status) {
    return ended[status.ordinal()];
  }

  /** The counts so far. */
  public Counts counts() {
    long offered = Arrays.stream(ended).sum();
    long neverSent = count(RequestStatus.NEVER_SENT);
    return new Counts(
        offered,
        neverSent,
        offered - neverSent,
        accepted,
        count(RequestStatus.COMPLETED),
        count(RequestStatus.REJECTED),
        count(RequestStatus.TIMED_OUT),
        count(RequestStatus.CANCELLED),
        count(RequestStatus.FAILED));
  }
}
