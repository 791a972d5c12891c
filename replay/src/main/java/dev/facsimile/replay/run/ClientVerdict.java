package dev.facsimile.replay.run;

import dev.facsimile.trace.header.RunManifest.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the client was fast enough for its own figures, from two lateness figures that only the
 * client can be blamed for: never from the time that the user's own cap held requests back.
 *
 * @param verdict the word
 * @param reasons one sentence for each threshold passed
 */
record ClientVerdict(Verdict verdict, List<String> reasons) {
  /** 99th percentile over which figures are to be read with care. */
  static final long DEGRADED_NANOS = 20_000_000;

  /** 99th percentile over which the run measured the client. */
  static final long CLIENT_BOUND_NANOS = 100_000_000;

  /**
   * Judges.
   *
   * @param wakeAndWriteP99Nanos 99th percentile of wake lag + write lag over the requests sent
   * @param loopDelayP99Nanos 99th percentile of how late the event loop turned to a task
   */
  static ClientVerdict of(long wakeAndWriteP99Nanos, long loopDelayP99Nanos) {
    List<String> reasons = new ArrayList<>();
    Verdict first = judge("p99 of wake lag + write lag", wakeAndWriteP99Nanos, reasons);
    Verdict second = judge("p99 of the event loop's delay", loopDelayP99Nanos, reasons);
    return new ClientVerdict(first.compareTo(second) >= 0 ? first : second, List.copyOf(reasons));
  }

  private static Verdict judge(String what, long nanos, List<String> reasons) {
    if (nanos <= DEGRADED_NANOS) {
      return Verdict.VALID;
    }
    long limit = nanos > CLIENT_BOUND_NANOS ? CLIENT_BOUND_NANOS : DEGRADED_NANOS;
    reasons.add(
        String.format(
            Locale.ROOT, "%s is %.1f ms, over %d ms", what, nanos / 1e6, limit / 1_000_000));
    return nanos > CLIENT_BOUND_NANOS ? Verdict.CLIENT_BOUND : Verdict.DEGRADED;
  }
}
