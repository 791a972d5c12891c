package dev.facsimile.analyze.metric;

import dev.facsimile.trace.outcome.Outcome;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The latency objectives that a request has to meet, all of them.
 *
 * @param limitNanos the largest value that meets each, over 0
 */
public record Objectives(Map<Objective, Long> limitNanos) {

  /** TTFT 1 s, ITL 100 ms: used where none are stated. */
  public static final Objectives DEFAULT =
      new Objectives(Map.of(Objective.TTFT, 1_000_000_000L, Objective.ITL, 100_000_000L));

  public Objectives {
    if (limitNanos.isEmpty()) {
      throw new IllegalArgumentException("no objective, expected at least one");
    }
    limitNanos.forEach(
        (on, limit) -> {
          if (limit <= 0) {
            throw new IllegalArgumentException(
                "objective " + on.word() + " is " + limit + " ns, expected more than 0");
          }
        });
    limitNanos = Collections.unmodifiableMap(new EnumMap<>(limitNanos));
  }

  /** Whether a request met every objective that applies to it, see {@link Objective#judge}. */
  public boolean met(Outcome outcome, Since since) {
    for (Map.Entry<Objective, Long> one : limitNanos.entrySet()) {
      if (one.getKey().judge(outcome, since, one.getValue()) == Objective.Result.MISSED) {
        return false;
      }
    }
    return true;
  }
}
