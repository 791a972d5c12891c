package dev.facsimile.replay.run;

import dev.facsimile.trace.header.RunManifest.Diagnosis;
import dev.facsimile.trace.header.RunManifest.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the client was fast enough for its own figures, from figures that only the client and its
 * machine can be blamed for: never from the time that the user's own cap held requests back.
 *
 * @param verdict the word
 * @param reasons one sentence for each threshold passed
 */
record ClientVerdict(Verdict verdict, List<String> reasons) {
  /** 99th percentile over which figures are to be read with care. */
  static final long DEGRADED_NANOS = 20_000_000;

  /** 99th percentile over which the run measured the client. */
  static final long CLIENT_BOUND_NANOS = 100_000_000;

  /** Share of a second at work over which the event loop has no room for a burst. */
  static final double BUSY_SHARE = 0.9;

  /** Share of processor time taken away over which latencies are not the server's alone. */
  static final double STEAL_SHARE = 0.05;

  /**
   * Judges.
   *
   * @param wakeAndWriteP99Nanos 99th percentile of wake lag + write lag over the requests sent
   */
  static ClientVerdict of(long wakeAndWriteP99Nanos, Diagnosis diagnosis) {
    List<String> reasons = new ArrayList<>();
    Verdict verdict = judge("p99 of wake lag + write lag", wakeAndWriteP99Nanos, reasons);
    verdict =
        worse(
            verdict,
            judge("p99 of the event loop's delay", diagnosis.loopDelayP99Nanos(), reasons));
    verdict =
        worse(
            verdict,
            judge(
                "the event loop's busiest second", diagnosis.loopBusyShare(), BUSY_SHARE, reasons));
    verdict =
        worse(
            verdict,
            judge(
                "the processor time taken away by the machine's host",
                diagnosis.stealShare().orElse(0),
                STEAL_SHARE,
                reasons));
    return new ClientVerdict(verdict, List.copyOf(reasons));
  }

  /** Judges by the lag alone, where nothing else is known. */
  static ClientVerdict ofLag(long wakeAndWriteP99Nanos) {
    List<String> reasons = new ArrayList<>();
    Verdict verdict = judge("p99 of wake lag + write lag", wakeAndWriteP99Nanos, reasons);
    return new ClientVerdict(verdict, List.copyOf(reasons));
  }

  private static Verdict worse(Verdict a, Verdict b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Verdict judge(String what, double share, double limit, List<String> reasons) {
    if (share <= limit) {
      return Verdict.VALID;
    }
    reasons.add(
        String.format(Locale.ROOT, "%s is %.0f %%, over %.0f %%", what, 100 * share, 100 * limit));
    return Verdict.DEGRADED;
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
