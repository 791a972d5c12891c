package dev.facsimile.replay.simulator.fit;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.StepCost;
import dev.facsimile.replay.simulator.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.SimpleValueChecker;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.MultivariateOptimizer;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;

/**
 * Looks for the step cost, and where the run does not tell it the KV memory, under which the engine
 * model behaves as a recorded run did in its first part. Nelder and Mead's simplex over the
 * logarithms of the parameters, from several starts; without randomness.
 */
public final class ProfileFit {
  private static final int EVALUATIONS = 350;
  private static final double[] STARTS = {0.6, 0.85};

  /** Plausible ratios of a transformer on a GPU, to the base: only where the search begins. */
  private static final double[] RATIOS = {1, 0.3, 1.0 / 300, 1e-7, 0.003, 4e-6, 0.05};

  private final RecordedRun run;
  private final FitLoss loss;
  private final String source;
  private final OptionalInt memoryGuess;

  private ProfileFit(RecordedRun run, double share, String source) {
    long cut = Math.round(run.durationNanos() * share);
    this.run = run;
    this.loss = new FitLoss(run, cut);
    this.source = source;
    this.memoryGuess = MemoryGuess.of(run, cut);
  }

  /**
   * The profile of a run.
   *
   * @param share of the run's duration that the fit may look at, over 0 and at most 1
   * @param source a sentence on where the run is from
   * @throws IllegalArgumentException if too little happened in that part
   */
  public static Profile of(RecordedRun run, double share, String source) {
    ProfileFit fit = new ProfileFit(run, share, source);
    if (fit.loss.requests() < 10) {
      throw new IllegalArgumentException(
          "only "
              + fit.loss.requests()
              + " requests had a token in the part to fit, expected 10 or more");
    }
    return fit.best();
  }

  /** With the memory looked for too, where it seems to have been full, and without. */
  private Profile best() {
    PointValuePair endless = best(OptionalInt.empty());
    if (memoryGuess.isEmpty()) {
      return profile(endless.getPoint());
    }
    PointValuePair bounded = best(memoryGuess);
    return profile(
        bounded.getValue() < endless.getValue() ? bounded.getPoint() : endless.getPoint());
  }

  private PointValuePair best(OptionalInt blocks) {
    double base = Math.max(1, lowItl());
    List<PointValuePair> found = new ArrayList<>();
    for (double start : STARTS) {
      found.add(search(start(base * start, blocks)));
    }
    found.sort(Comparator.comparingDouble(PointValuePair::getValue));
    // A simplex that has shrunk too soon goes on from a fresh one.
    found.add(search(found.get(0).getPoint()));
    return Collections.min(found, Comparator.comparingDouble(PointValuePair::getValue));
  }

  /** Near the least time of a step: the ITL of the fastest requests. */
  private double lowItl() {
    double[] itl =
        run.requests().stream()
            .filter(r -> r.outputTokens() > 8)
            .mapToDouble(RecordedRequest::itlNanos)
            .sorted()
            .toArray();
    return itl.length == 0 ? 10e6 : itl[itl.length / 20];
  }

  private static double[] start(double base, OptionalInt memory) {
    double[] point = new double[RATIOS.length + (memory.isPresent() ? 1 : 0)];
    for (int i = 0; i < RATIOS.length; i++) {
      point[i] = Math.log(base * RATIOS[i]);
    }
    memory.ifPresent(blocks -> point[RATIOS.length] = Math.log(blocks));
    return point;
  }

  private PointValuePair search(double[] start) {
    double[] steps = new double[start.length];
    Arrays.fill(steps, 0.5);
    steps[0] = 0.2;
    if (start.length > RATIOS.length) {
      steps[steps.length - 1] = 0.2;
    }
    MultivariateOptimizer simplex =
        new SimplexOptimizer(new SimpleValueChecker(1e-4, 1e-4, EVALUATIONS));
    return simplex.optimize(
        new MaxEval(4 * EVALUATIONS),
        new ObjectiveFunction(point -> loss.of(profile(point))),
        GoalType.MINIMIZE,
        new InitialGuess(start),
        new NelderMeadSimplex(steps));
  }

  private Profile profile(double[] point) {
    StepCost cost =
        new StepCost(
            Math.exp(point[0]),
            Math.exp(point[1]),
            Math.exp(point[2]),
            Math.exp(point[3]),
            Math.exp(point[4]),
            Math.exp(point[5]),
            Math.exp(point[6]));
    EngineLimits limits = run.limits();
    if (point.length > RATIOS.length) {
      int blocks = (int) Math.min(100_000_000, Math.round(Math.exp(point[RATIOS.length])));
      limits = limits.withKvBlocks(OptionalInt.of(Math.max(blocks, leastBlocks())));
    }
    return new Profile(run.name(), source, limits, cost, 0, 0, 1);
  }

  /** The memory without which a request of the run would not have been possible. */
  private int leastBlocks() {
    int longest =
        run.requests().stream()
            .mapToInt(r -> r.promptTokens() + r.outputTokens())
            .max()
            .orElseThrow();
    return longest / run.limits().blockTokens() + 2;
  }
}
