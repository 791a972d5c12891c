package dev.facsimile.analyze.run;

import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the per-second series of a run from its outcomes, for runs that come without one; what
 * only the client could see (processor time, garbage collection) is 0 in it. Holds six numbers a
 * second.
 */
public final class SecondTally {
  private static final int OFFERED = 0;
  private static final int DISPATCHED = 1;
  private static final int COMPLETED = 2;
  private static final int REJECTED = 3;
  private static final int FAILED = 4;
  private static final int TOKENS = 5;

  /** A day: a later second is counted as the last. */
  private static final int MOST = 86_400;

  private long[][] counts = new long[6][64];
  private int seconds = 1;

  /** Counts one more outcome. */
  public void add(Outcome outcome) {
    count(OFFERED, outcome.planned().scheduledNanos(), 1);
    if (outcome instanceof Outcome.Dispatched sent) {
      count(DISPATCHED, sent.sending().dispatchedNanos(), 1);
      if (sent.answer().lastTokenNanos().isPresent()) {
        count(TOKENS, sent.answer().lastTokenNanos().getAsLong(), sent.answer().eventTokens());
      }
    }
    switch (outcome.status()) {
      case COMPLETED -> count(COMPLETED, outcome.endNanos(), 1);
      case REJECTED -> count(REJECTED, outcome.endNanos(), 1);
      case TIMED_OUT, CANCELLED, FAILED -> count(FAILED, outcome.endNanos(), 1);
      case NEVER_SENT -> {}
    }
  }

  private void count(int what, long nanos, long by) {
    int second = (int) Math.max(0, Math.min(MOST - 1, nanos / 1_000_000_000L));
    if (second >= counts[what].length) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = Arrays.copyOf(counts[i], Math.max(second + 1, counts[i].length * 2));
      }
    }
    counts[what][second] += by;
    seconds = Math.max(seconds, second + 1);
  }

  /** One row per second up to the last in which something happened. */
  public List<Second> list() {
    List<Second> rows = new ArrayList<>();
    long inFlight = 0;
    for (int s = 0; s < seconds; s++) {
      inFlight +=
          counts[DISPATCHED][s] - counts[COMPLETED][s] - counts[REJECTED][s] - counts[FAILED][s];
      rows.add(
          new Second(
              s,
              (int) counts[OFFERED][s],
              (int) counts[DISPATCHED][s],
              (int) counts[COMPLETED][s],
              (int) counts[REJECTED][s],
              (int) counts[FAILED][s],
              (int) Math.max(0, inFlight),
              counts[TOKENS][s],
              0,
              0,
              0));
    }
    return rows;
  }
}
