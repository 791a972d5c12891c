package dev.facsimile.synth.fit;

import dev.facsimile.synth.arrival.CascadeFit;
import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.TimeSteps;
import dev.facsimile.synth.model.TimeGrid;
import java.io.Serializable;

/**
 * What consecutive requests of one stratum tell: lengths, arrivals and fields, which add up. Holds
 * a count for each distinct length and combination of fields, one for each cell of time, and a bit
 * for each request that starts a session.
 */
final class StratumCounts implements Serializable {
  private static final long serialVersionUID = 1;

  private final LengthCounts input = new LengthCounts();
  private final LengthCounts output = new LengthCounts();
  private final LengthCounts turnInput = new LengthCounts();
  private final LengthCounts turnOutput = new LengthCounts();
  private final TimeSteps steps = new TimeSteps();
  private final CascadeFit arrivals;
  private final MixFit mix = new MixFit();

  StratumCounts(TimeGrid grid) {
    arrivals = new CascadeFit(grid);
  }

  /** Takes a request that starts a session, in order of arrival. */
  void start(long arrivalNanos, int inputTokens, int outputTokens) {
    input.add(inputTokens);
    output.add(outputTokens);
    arrivals.add(arrivalNanos);
    steps.add(CheckerboardFit.millis(arrivalNanos));
  }

  /** Takes a request that continues another. */
  void turn(int inputTokens, int outputTokens) {
    turnInput.add(inputTokens);
    turnOutput.add(outputTokens);
  }

  /** Takes what was counted of the requests behind. */
  void merge(StratumCounts behind) {
    input.addAll(behind.input);
    output.addAll(behind.output);
    turnInput.addAll(behind.turnInput);
    turnOutput.addAll(behind.turnOutput);
    steps.merge(behind.steps);
    arrivals.merge(behind.arrivals);
    mix.merge(behind.mix);
  }

  /** Requests that start a session. */
  long starts() {
    return input.total();
  }

  /** All requests. */
  long requests() {
    return input.total() + turnInput.total();
  }

  /** Prompts of the requests that start a session. */
  LengthCounts input() {
    return input;
  }

  /** Answers to the requests that start a session. */
  LengthCounts output() {
    return output;
  }

  /** Prompts of the others. */
  LengthCounts turnInput() {
    return turnInput;
  }

  /** Answers to the others. */
  LengthCounts turnOutput() {
    return turnOutput;
  }

  /** Which of those that start a session come later than the one before. */
  TimeSteps steps() {
    return steps;
  }

  CascadeFit arrivals() {
    return arrivals;
  }

  MixFit mix() {
    return mix;
  }
}
