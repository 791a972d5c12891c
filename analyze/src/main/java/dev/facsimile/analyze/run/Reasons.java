package dev.facsimile.analyze.run;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Why requests did not complete; holds at most {@value #MOST} distinct reasons, then lumps. */
final class Reasons {
  private static final int MOST = 200;
  private static final String OTHER = "(other reasons)";

  private final Map<Key, Long> counts = new HashMap<>();

  private record Key(RequestStatus status, String reason) {}

  /**
   * One reason.
   *
   * @param status the status' word
   * @param reason what was written down; may be empty
   * @param requests how many
   */
  record Reason(String status, String reason, long requests) {}

  void add(Outcome outcome) {
    if (outcome.status() == RequestStatus.COMPLETED) {
      return;
    }
    Key key = new Key(outcome.status(), reason(outcome));
    if (counts.size() >= MOST && !counts.containsKey(key)) {
      key = new Key(outcome.status(), OTHER);
    }
    counts.merge(key, 1L, Long::sum);
  }

  private static String reason(Outcome outcome) {
    if (outcome instanceof Outcome.Rejected o) {
      return o.error();
    }
    if (outcome instanceof Outcome.TimedOut o) {
      return o.error();
    }
    if (outcome instanceof Outcome.Cancelled o) {
      return o.error();
    }
    if (outcome instanceof Outcome.Failed o) {
      return o.error();
    }
    return outcome instanceof Outcome.NeverSent o ? o.reason() : "";
  }

  /** All reasons, most frequent first. */
  List<Reason> list() {
    return counts.entrySet().stream()
        .map(e -> new Reason(e.getKey().status().word(), e.getKey().reason(), e.getValue()))
        .sorted(
            Comparator.comparingLong(Reason::requests)
                .reversed()
                .thenComparing(Reason::status)
                .thenComparing(Reason::reason))
        .toList();
  }
}
