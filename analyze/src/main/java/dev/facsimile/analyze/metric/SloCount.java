package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.facsimile.trace.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts how many requests met their objectives, of all that were <em>offered</em>: those never
 * sent and those that failed are in the denominator.
 */
public final class SloCount {
  private static final Since[] BOTH = Since.values();

  private final Objective[] objectives;
  private final long[] limits;
  private final long[][][] results;
  private final long[] good = new long[BOTH.length];
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
    this.objectives = objectives.limitNanos().keySet().toArray(Objective[]::new);
    this.limits = objectives.limitNanos().values().stream().mapToLong(Long::longValue).toArray();
    this.results = new long[this.objectives.length][BOTH.length][Objective.Result.values().length];
  }

  /**
   * Counts one more offered request.
   *
   * @return whether it met every objective that applies to it, from schedule
   */
  public boolean add(Outcome outcome) {
    boolean fromSchedule = false;
    for (Since since : BOTH) {
      boolean met = true;
      for (int i = 0; i < objectives.length; i++) {
        Objective.Result result = objectives[i].judge(outcome, since, limits[i]);
        results[i][since.ordinal()][result.ordinal()]++;
        met &= result != Objective.Result.MISSED;
      }
      good[since.ordinal()] += met ? 1 : 0;
      fromSchedule |= met && since == Since.SCHEDULE;
    }
    if (outcome instanceof Outcome.Cancelled cut && cut.isPlannedDisconnect()) {
      plannedDisconnects++;
      goodPlannedDisconnects += fromSchedule ? 1 : 0;
    }
    return fromSchedule;
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
    return good[since.ordinal()];
  }

  /** Each objective from both views. */
  public List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < objectives.length; i++) {
      for (Since since : BOTH) {
        long met = results[i][since.ordinal()][Objective.Result.MET.ordinal()];
        long missed = results[i][since.ordinal()][Objective.Result.MISSED.ordinal()];
        shares.add(new Share(objectives[i], limits[i], since, met + missed, met));
      }
    }
    return shares;
  }
}
