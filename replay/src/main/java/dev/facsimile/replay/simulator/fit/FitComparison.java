package dev.facsimile.replay.simulator.fit;

import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A recorded run beside its simulation.
 *
 * @param figures percentiles of the latencies
 * @param queueError mean absolute difference of the waiting sequences ÷ their mean, over the run's
 *     series; absent without a series in which anything waited
 * @param runningError the same of the running sequences
 */
public record FitComparison(
    List<Figure> figures, OptionalDouble queueError, OptionalDouble runningError) {
  /** The largest error of a percentile that counts as a good fit. */
  public static final double LATENCY_BOUND = 0.15;

  /** The largest error of the queue that counts as a good fit. */
  public static final double QUEUE_BOUND = 0.20;

  /**
   * One percentile.
   *
   * @param name such as {@code TTFT p50}
   * @param realNanos of the real run
   * @param simulatedNanos of its simulation
   */
  public record Figure(String name, long realNanos, long simulatedNanos) {

    /** Simulated ÷ real − 1. */
    public double error() {
      return (double) simulatedNanos / Math.max(1, realNanos) - 1;
    }
  }

  /** Simulates the whole run and compares. */
  public static FitComparison of(RecordedRun run, Profile profile) {
    return of(run, SimulatedTimes.of(run, profile));
  }

  static FitComparison of(RecordedRun run, SimulatedTimes simulated) {
    List<Figure> figures = new ArrayList<>();
    add(figures, "TTFT", run.requests(), simulated.requests(), RecordedRequest::ttftNanos);
    add(
        figures,
        "ITL",
        several(run.requests()),
        several(simulated.requests()),
        RecordedRequest::itlNanos);
    add(figures, "E2E", run.requests(), simulated.requests(), RecordedRequest::e2eNanos);
    return new FitComparison(
        figures,
        seriesError(run.series(), simulated.series(), LoadSample::waiting),
        seriesError(run.series(), simulated.series(), LoadSample::running));
  }

  /** Whether every figure is within its bound. */
  public boolean isGood() {
    return figures.stream().allMatch(f -> Math.abs(f.error()) <= LATENCY_BOUND)
        && queueError.orElse(0) <= QUEUE_BOUND;
  }

  private static List<RecordedRequest> several(List<RecordedRequest> requests) {
    return requests.stream().filter(r -> r.outputTokens() > 1).toList();
  }

  private static void add(
      List<Figure> figures,
      String name,
      List<RecordedRequest> real,
      List<RecordedRequest> simulated,
      ToDoubleFunction<RecordedRequest> value) {
    if (real.isEmpty()) {
      return;
    }
    Percentiles realOnes = percentiles(real, value);
    Percentiles simulatedOnes = percentiles(simulated, value);
    for (int percent : new int[] {50, 90}) {
      figures.add(
          new Figure(name + " p" + percent, realOnes.at(percent), simulatedOnes.at(percent)));
    }
  }

  static Percentiles percentiles(
      List<RecordedRequest> requests, ToDoubleFunction<RecordedRequest> value) {
    return Percentiles.of(
        requests.stream().mapToLong(r -> Math.round(value.applyAsDouble(r))).toArray());
  }

  static OptionalDouble seriesError(
      List<LoadSample> real, List<LoadSample> simulated, ToDoubleFunction<LoadSample> value) {
    double difference = 0;
    double sum = 0;
    for (int i = 0; i < real.size(); i++) {
      double wanted = value.applyAsDouble(real.get(i));
      double found = i < simulated.size() ? value.applyAsDouble(simulated.get(i)) : 0;
      difference += Math.abs(found - wanted);
      sum += wanted;
    }
    return sum > 0 ? OptionalDouble.of(difference / sum) : OptionalDouble.empty();
  }
}
