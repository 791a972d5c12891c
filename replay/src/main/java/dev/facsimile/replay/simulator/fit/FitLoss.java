package dev.facsimile.replay.simulator.fit;

import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How far a profile's simulation is from the first part of a run: relative errors of latencies
 * request by request and of their deciles, and of the load over time. Knows nothing of what
 * happened after the cut, but for when requests came.
 */
final class FitLoss {
  private static final int[] PERCENTS = {10, 25, 50, 75, 90};

  private final RecordedRun run;
  private final long cutNanos;
  private final List<LoadSample> series;
  private final List<Integer> started = new ArrayList<>();
  private final List<Integer> ended = new ArrayList<>();

  FitLoss(RecordedRun run, long cutNanos) {
    this.run = run;
    this.cutNanos = cutNanos;
    this.series = run.series().stream().filter(s -> s.atNanos() <= cutNanos).toList();
    for (int i = 0; i < run.requests().size(); i++) {
      RecordedRequest request = run.requests().get(i);
      if (request.firstTokenNanos() <= cutNanos) {
        started.add(i);
      }
      if (request.lastTokenNanos() <= cutNanos && request.outputTokens() > 1) {
        ended.add(i);
      }
    }
  }

  /** Requests that the loss looks at. */
  int requests() {
    return started.size();
  }

  double of(Profile profile) {
    SimulatedTimes simulated = SimulatedTimes.until(run, profile, cutNanos);
    double loss = latency(simulated, started, RecordedRequest::ttftNanos);
    loss += 2 * latency(simulated, ended, RecordedRequest::itlNanos);
    loss += latency(simulated, ended, RecordedRequest::e2eNanos);
    loss += load(simulated, LoadSample::waiting);
    loss += load(simulated, LoadSample::running);
    return loss;
  }

  private double latency(
      SimulatedTimes simulated, List<Integer> which, ToDoubleFunction<RecordedRequest> value) {
    if (which.isEmpty()) {
      return 0;
    }
    List<RecordedRequest> real = which.stream().map(run.requests()::get).toList();
    List<RecordedRequest> made = which.stream().map(simulated.requests()::get).toList();
    double difference = 0;
    double sum = 0;
    for (int i = 0; i < real.size(); i++) {
      double wanted = value.applyAsDouble(real.get(i));
      difference += Math.abs(value.applyAsDouble(made.get(i)) - wanted);
      sum += wanted;
    }
    return difference / Math.max(1, sum) + percentiles(real, made, value);
  }

  private static double percentiles(
      List<RecordedRequest> real,
      List<RecordedRequest> made,
      ToDoubleFunction<RecordedRequest> value) {
    Percentiles wanted = FitComparison.percentiles(real, value);
    Percentiles found = FitComparison.percentiles(made, value);
    double sum = 0;
    for (int percent : PERCENTS) {
      double ratio = (double) Math.max(1, found.at(percent)) / Math.max(1, wanted.at(percent));
      sum += Math.abs(Math.log(ratio));
    }
    return sum / PERCENTS.length;
  }

  private double load(SimulatedTimes simulated, ToDoubleFunction<LoadSample> value) {
    return FitComparison.seriesError(series, simulated.series(), value).orElse(0);
  }
}
