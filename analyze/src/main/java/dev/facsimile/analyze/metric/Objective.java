package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Locale;
import java.util.OptionalLong;

/** What a latency objective can be set on. */
public enum Objective {
  TTFT(LatencyMetric.TTFT_FROM_DISPATCH, LatencyMetric.TTFT_FROM_SCHEDULE),
  ITL(LatencyMetric.ITL, LatencyMetric.ITL),
  E2E(LatencyMetric.E2E_FROM_DISPATCH, LatencyMetric.E2E_FROM_SCHEDULE);

  private final LatencyMetric fromDispatch;
  private final LatencyMetric fromSchedule;

  Objective(LatencyMetric fromDispatch, LatencyMetric fromSchedule) {
    this.fromDispatch = fromDispatch;
    this.fromSchedule = fromSchedule;
  }

  /** How one request did. */
  public enum Result {
    MET,
    MISSED,
    /** The request completed and has no such latency, by definition. */
    DOES_NOT_APPLY
  }

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Judges one request. One that did not complete has missed: never sent, rejected, timed out,
   * cancelled and failed alike; so has a completed answer without a token, TTFT and E2E: no token
   * ever came. ITL does not apply below 2 tokens and to answers that were not streamed. A planned
   * disconnect is judged up to the cut.
   *
   * @param limitNanos the largest value that meets it
   */
  public Result judge(Outcome outcome, Since since, long limitNanos) {
    if (outcome instanceof Outcome.Cancelled cut && cut.isPlannedDisconnect()) {
      return judgeUpToCut(cut, since, limitNanos);
    }
    if (!(outcome instanceof Outcome.Completed completed)) {
      return Result.MISSED;
    }
    OptionalLong value = metric(since).soFar(completed);
    if (value.isPresent()) {
      return within(value.getAsLong(), limitNanos);
    }
    return this == ITL ? Result.DOES_NOT_APPLY : Result.MISSED;
  }

  /** What had come by the cut counts; what had not yet come has missed only if it was overdue. */
  private Result judgeUpToCut(Outcome.Cancelled cut, Since since, long limitNanos) {
    OptionalLong value = metric(since).soFar(cut);
    if (this != E2E && value.isPresent()) {
      return within(value.getAsLong(), limitNanos);
    }
    long start =
        since == Since.DISPATCH ? cut.sending().dispatchedNanos() : cut.planned().scheduledNanos();
    boolean overdue = this != ITL && cut.endNanos() - start > limitNanos;
    return overdue ? Result.MISSED : Result.DOES_NOT_APPLY;
  }

  private LatencyMetric metric(Since since) {
    return since == Since.DISPATCH ? fromDispatch : fromSchedule;
  }

  private static Result within(long value, long limitNanos) {
    return value <= limitNanos ? Result.MET : Result.MISSED;
  }
}
