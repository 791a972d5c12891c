package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.facsimile.trace.outcome.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how many requests met their objectives, of all that were <em>offered</em>: those never
 * sent and those that failed are in the denominator.
 */
public final class SloCount {
  private final Objectives objectives;
  private final Map<Objective, Map<Since, long[]>> results = new EnumMap<>(Objective.class);
  private final Map<Since, Long> good = new EnumMap<>(Since.class);
  private long plannedDisconnects;
  private long goodPlannedDisconnects;

  /**
   * How one objective fared.
   *
   * @param objective on what
   * @param limitNanos the objective
   * @param since what the latency is counted from
   * @param applies offered requests less those to which it does not apply
   * @param met how many met it
   */
  public record Share(Objective objective, long limitNanos, Since since, long applies, long met) {
    /** met ÷ applies; 0 where it applies to none. */
    @JsonProperty
    public double share() {
      return applies == 0 ? 0 : (double) met / applies;
    }
  }

  public SloCount(Objectives objectives) {
    this.objectives = objectives;
    for (Objective objective : objectives.limitNanos().keySet()) {
      Map<Since, long[]> both = new EnumMap<>(Since.class);
      for (Since since : Since.values()) {
        both.put(since, new long[Objective.Result.values().length]);
      }
      results.put(objective, both);
    }
  }

  /** Counts one more offered request. */
  public void add(Outcome outcome) {
    if (outcome instanceof Outcome.Cancelled cut && cut.isPlannedDisconnect()) {
      plannedDisconnects++;
      goodPlannedDisconnects += objectives.met(outcome, Since.SCHEDULE) ? 1 : 0;
    }
    for (Since since : Since.values()) {
      objectives
          .limitNanos()
          .forEach(
              (objective, limit) ->
                  results.get(objective)
                      .get(since)[objective.judge(outcome, since, limit).ordinal()]++);
      if (objectives.met(outcome, since)) {
        good.merge(since, 1L, Long::sum);
      }
    }
  }

  /** Disconnects that the workload asked for. */
  public long plannedDisconnects() {
    return plannedDisconnects;
  }

  /** How many of those had missed nothing by the cut, from schedule. */
  public long goodPlannedDisconnects() {
    return goodPlannedDisconnects;
  }

  /** Requests that met every objective that applies to them. */
  public long good(Since since) {
    return good.getOrDefault(since, 0L);
  }

  /** Each objective from both views. */
  public List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    results.forEach(
        (objective, both) ->
            both.forEach(
                (since, counts) -> {
                  long met = counts[Objective.Result.MET.ordinal()];
                  long missed = counts[Objective.Result.MISSED.ordinal()];
                  shares.add(
                      new Share(
                          objective,
                          objectives.limitNanos().get(objective),
                          since,
                          met + missed,
                          met));
                }));
    return shares;
  }
}
