package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.random.SeededStreams;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * When the rows of an open loop are due by their place in the workload, nanoseconds from the run's
 * zero: numbers from numbers. Asked for each row once, in order; never goes back in time where the
 * rows do not.
 */
public interface Schedule {

  /** When a row is due; empty when the load is over before it. */
  OptionalLong dueNanos(WorkloadRow row);

  /** The schedule of an open loop's load, from its beginning. */
  static Schedule of(Load load) {
    if (load instanceof Load.Open open) {
      return row -> OptionalLong.of(DueTime.open(row.request().arrivalNanos(), open.speed()));
    }
    if (load instanceof Load.Rate rate) {
      return new OfRate(rate);
    }
    throw new IllegalArgumentException("a closed loop has no schedule of its own");
  }

  /**
   * Arrivals of a rate that changes: a process of rate 1 runs over the expected number of arrivals
   * so far (time rescaling; Brown et al., Neural Computation 14, 2002), so that a Poisson process
   * stays one exactly, whatever the rate does. The first arrival of a constant rate is at 0.
   */
  final class OfRate implements Schedule {
    private static final double SECOND = 1e9;

    private final Load.Rate rate;
    private final UniformRandomProvider random;
    private int stage;
    private double stageStart;
    private double expectedBefore;
    private double expected;
    private boolean begun;

    OfRate(Load.Rate rate) {
      this.rate = rate;
      this.random = new SeededStreams(rate.seed()).stream("replay-arrivals");
    }

    @Override
    public OptionalLong dueNanos(WorkloadRow row) {
      boolean atOnce = !begun && rate.process() instanceof ArrivalProcess.Constant;
      begun = true;
      expected += atOnce ? 0 : rate.process().gap(random);
      while (stage < rate.stages().size()) {
        Load.Stage current = rate.stages().get(stage);
        double seconds = current.length().toNanos() / SECOND;
        double inStage = seconds * (current.from() + current.to()) / 2;
        if (expected - expectedBefore < inStage) {
          double at = secondsInto(current, seconds, expected - expectedBefore);
          return OptionalLong.of(Math.round((stageStart + at) * SECOND));
        }
        expectedBefore += inStage;
        stageStart += seconds;
        stage++;
      }
      return OptionalLong.empty();
    }

    /** When so many arrivals are expected in a stage: the root of its quadratic. */
    private static double secondsInto(Load.Stage stage, double seconds, double arrivals) {
      double slope = (stage.to() - stage.from()) / seconds;
      double root =
          StrictMath.sqrt(Math.max(0, stage.from() * stage.from() + 2 * slope * arrivals));
      double sum = stage.from() + root;
      return sum == 0 ? 0 : 2 * arrivals / sum;
    }
  }
}
