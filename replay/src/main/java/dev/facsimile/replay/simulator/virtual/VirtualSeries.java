package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.util.ArrayList;
import java.util.List;

/** The run second by second. Holds a small array a second. */
final class VirtualSeries {
  private static final long SECOND = 1_000_000_000L;
  private static final int OFFERED = 0;
  private static final int DISPATCHED = 1;
  private static final int COMPLETED = 2;
  private static final int REJECTED = 3;
  private static final int FAILED = 4;
  private static final int EVENTS = 5;
  private static final int LAG = 6;
  private static final int ENDED = 7;

  private final List<long[]> seconds = new ArrayList<>();

  void offered(long scheduledNanos) {
    at(scheduledNanos)[OFFERED]++;
  }

  void dispatched(long atNanos, long lagNanos) {
    long[] second = at(atNanos);
    second[DISPATCHED]++;
    second[LAG] = Math.max(second[LAG], lagNanos);
  }

  void event(long atNanos) {
    at(atNanos)[EVENTS]++;
  }

  void ended(Outcome outcome) {
    long[] second = at(outcome.endNanos());
    switch (outcome.status()) {
      case COMPLETED -> second[COMPLETED]++;
      case REJECTED -> second[REJECTED]++;
      case TIMED_OUT, CANCELLED, FAILED -> second[FAILED]++;
      case NEVER_SENT -> {
        // No column of its own: offered less dispatched.
      }
    }
    if (outcome.status() != RequestStatus.NEVER_SENT) {
      second[ENDED]++;
    }
  }

  List<Second> seconds() {
    List<Second> rows = new ArrayList<>(seconds.size());
    long inFlight = 0;
    for (long[] s : seconds) {
      inFlight += s[DISPATCHED] - s[ENDED];
      rows.add(
          new Second(
              rows.size(),
              (int) s[OFFERED],
              (int) s[DISPATCHED],
              (int) s[COMPLETED],
              (int) s[REJECTED],
              (int) s[FAILED],
              (int) inFlight,
              s[EVENTS],
              s[LAG],
              0,
              0));
    }
    return rows;
  }

  private long[] at(long nanos) {
    int second = (int) (nanos / SECOND);
    while (seconds.size() <= second) {
      seconds.add(new long[8]);
    }
    return seconds.get(second);
  }
}
