package dev.facsimile.replay.simulator.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

/** With one slot, no cache and memory without end, an engine is an M/G/1 queue. */
class SingleSlotTest {
  private static final StepCost COST = new StepCost(4e6, 0, 20_000, 0, 1e6, 0);
  private static final int REQUESTS = 150_000;

  @Test
  void meanWaitIsThatOfPollaczekAndKhinchine() {
    // The relative standard error of the mean wait over n requests of an M/G/1 queue is of the
    // order
    // of 2 ÷ ((1 − load) √n): 2.6 % at load 0.8 and n = 150,000, 0.7 % at load 0.3; two of them.
    agrees(0.3, false, 0.015);
    agrees(0.8, false, 0.05);
    agrees(0.8, true, 0.05);
  }

  private static void agrees(double load, boolean async, double tolerance) {
    double[] meanAndFormula = simulate(load, async);
    assertEquals(1, meanAndFormula[0] / meanAndFormula[1], tolerance, "load " + load);
  }

  private static double[] simulate(double load, boolean async) {
    EngineLimits limits =
        EngineLimits.DEFAULT
            .withMaxNumSeqs(1)
            .withMaxNumBatchedTokens(131_072)
            .withPrefixCaching(false)
            .withAsyncScheduling(async);
    UniformRandomProvider random = new SeededStreams(5).stream("single-slot");
    List<Sequence> sequences = new ArrayList<>();
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < REQUESTS; i++) {
      // Mostly short answers, some long ones: a squared coefficient of variation over 1.
      int output = random.nextInt(10) == 0 ? 1 + random.nextInt(200) : 1 + random.nextInt(20);
      Sequence sequence = new Sequence(i, 1 + random.nextInt(2000), output, new long[0]);
      sequences.add(sequence);
      double service =
          4e6 + 20_000.0 * sequence.promptTokens() + 5e6 * (sequence.outputTokens() - 1);
      sum += service;
      squares += service * service;
    }
    double rate = load / (sum / REQUESTS);
    EngineRun run = new EngineRun();
    Engine engine = new Engine(limits, COST, 1, run);
    run.run(engine, poisson(sequences, rate, random), e -> {});
    double wait = 0;
    for (Sequence sequence : sequences) {
      wait += sequence.scheduledNanos().getAsLong() - sequence.arrivedNanos().getAsLong();
    }
    return new double[] {wait / REQUESTS, rate * (squares / REQUESTS) / (2 * (1 - load))};
  }

  private static List<EngineRun.Arrival> poisson(
      List<Sequence> sequences, double rate, UniformRandomProvider random) {
    List<EngineRun.Arrival> arrivals = new ArrayList<>();
    double at = 0;
    for (Sequence sequence : sequences) {
      at -= StrictMath.log(1 - random.nextDouble()) / rate;
      arrivals.add(new EngineRun.Arrival(Math.round(at), sequence));
    }
    return arrivals;
  }
}
