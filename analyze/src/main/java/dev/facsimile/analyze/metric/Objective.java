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
   * ever came. ITL does not apply below 2 tokens and to answers that were not streamed.
   *
   * @param limitNanos the largest value that meets it
   */
  public Result judge(Outcome outcome, Since since, long limitNanos) {
    if (!(outcome instanceof Outcome.Completed)) {
      return Result.MISSED;
    }
    OptionalLong value = (since == Since.DISPATCH ? fromDispatch : fromSchedule).nanos(outcome);
    if (value.isPresent()) {
      return value.getAsLong() <= limitNanos ? Result.MET : Result.MISSED;
    }
    return this == ITL ? Result.DOES_NOT_APPLY : Result.MISSED;
  }
}
