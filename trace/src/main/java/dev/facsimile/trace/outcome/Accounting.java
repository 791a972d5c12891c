package dev.facsimile.trace.outcome;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.header.RunManifest.Counts;
import java.util.EnumMap;
import java.util.Map;

/** Adds up the outcomes of a run. */
public final class Accounting {
  private final Map<RequestStatus, Long> ended = new EnumMap<>(RequestStatus.class);
  private long accepted;

  /** Counts one more outcome. */
  public void add(Outcome outcome) {
    ended.merge(outcome.status(), 1L, Long::sum);
    if (outcome instanceof Outcome.Dispatched sent && sent.answer().accepted()) {
      accepted++;
    }
  }

  public long count(RequestStatus status) {
    return ended.getOrDefault(status, 0L);
  }

  /** The counts so far. */
  public Counts counts() {
    long offered = ended.values().stream().mapToLong(Long::longValue).sum();
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
