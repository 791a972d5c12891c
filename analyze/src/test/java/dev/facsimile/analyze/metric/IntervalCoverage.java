package dev.facsimile.analyze.metric;

import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How often a percentile's 95 % interval holds the truth, over simulated runs whose truth is known.
 *
 * <pre>IntervalCoverage [RUNS, 2000] [REQUESTS, 5000]</pre>
 */
final class IntervalCoverage {
  private static final List<Double> PERCENTS = List.of(50.0, 90.0, 99.0);
  private static final double SCALE = 1e8;

  private IntervalCoverage() {}

  /** Latencies of one run, in order of time, and the true percentile. */
  record Process(String name, Draw draw, DoubleUnaryOperator truth) {}

  interface Draw {
    long[] run(UniformRandomProvider random, int n);
  }

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
    int n = args.length > 1 ? Integer.parseInt(args[1]) : 5000;
    System.out.printf(Locale.ROOT, "%d simulated runs of %d requests each%n", runs, n);
    for (Process process : processes()) {
      double[] held = coverage(process, runs, n, 1);
      System.out.printf(
          Locale.ROOT,
          "%-44s p50 %5.1f %%   p90 %5.1f %%   p99 %5.1f %%%n",
          process.name(),
          held[0] * 100,
          held[1] * 100,
          held[2] * 100);
    }
  }

  static List<Process> processes() {
    NormalDistribution normal = new NormalDistribution(null, 0, 1);
    DoubleUnaryOperator logNormal = p -> SCALE * Math.exp(normal.inverseCumulativeProbability(p));
    return List.of(
        new Process("independent, log-normal", (r, n) -> autoregressive(r, n, 0), logNormal),
        new Process(
            "autocorrelated 0.8, log-normal", (r, n) -> autoregressive(r, n, 0.8), logNormal),
        new Process(
            "autocorrelated 0.9, log-normal", (r, n) -> autoregressive(r, n, 0.9), logNormal),
        new Process(
            "queue M/M/1 at half its capacity",
            (r, n) -> queue(r, n, 0.5),
            p -> -SCALE * Math.log(1 - p) / 0.5));
  }

  static double[] coverage(Process process, int runs, int n, long seed) {
    double[] held = new double[PERCENTS.size()];
    for (int run = 0; run < runs; run++) {
      UniformRandomProvider random = new SeededStreams(seed).stream(process.name() + run);
      Summary summary = Summary.inTime(process.draw().run(random, n), PercentileRule.NEAREST_RANK);
      for (int i = 0; i < held.length; i++) {
        Summary.Quantile q = summary.at(PERCENTS.get(i)).orElseThrow();
        double truth = process.truth().applyAsDouble(PERCENTS.get(i) / 100);
        boolean above = q.lowNanos().isEmpty() || q.lowNanos().getAsLong() <= truth;
        boolean below = q.highNanos().isEmpty() || q.highNanos().getAsLong() >= truth;
        held[i] += above && below ? 1.0 / runs : 0;
      }
    }
    return held;
  }

  private static long[] autoregressive(UniformRandomProvider random, int n, double rho) {
    long[] values = new long[n];
    double z = gaussian(random);
    for (int i = 0; i < n; i++) {
      values[i] = (long) (SCALE * Math.exp(z));
      z = rho * z + Math.sqrt(1 - rho * rho) * gaussian(random);
    }
    return values;
  }

  private static double gaussian(UniformRandomProvider random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** Times in the system of a single server queue, from its steady state on (Lindley). */
  private static long[] queue(UniformRandomProvider random, int n, double load) {
    long[] values = new long[n];
    double wait = 0;
    for (int i = -1000; i < n; i++) {
      double service = -Math.log(1 - random.nextDouble());
      if (i >= 0) {
        values[i] = (long) (SCALE * (wait + service));
      }
      double gap = -Math.log(1 - random.nextDouble()) / load;
      wait = Math.max(0, wait + service - gap);
    }
    return values;
  }
}
