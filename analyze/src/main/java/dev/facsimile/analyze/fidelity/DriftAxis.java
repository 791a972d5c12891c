package dev.facsimile.analyze.fidelity;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Which lengths come when: the {@link JointDistance} with the time of arrival as a third column. It
 * sees rows in another order on the same arrivals, which no distribution of lengths or of gaps
 * does, and load that comes at another time.
 */
final class DriftAxis implements FidelityAxis {
  /** What makes the standard deviation of an even spread over [0, 1] equal to 1. */
  private static final double EVEN_SPREAD = Math.sqrt(12);

  /** Parts of the source's time that are told apart. */
  private static final int PARTS = 1 << 24;

  @Override
  public AxisId id() {
    return AxisId.DRIFT;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    OptionalLong declared = whole.target().durationNanos();
    // A side that was asked to be shorter is compared with as much of the source; one that was
    // asked to be longer goes through the source's time again.
    Comparison comparison =
        declared.isPresent() ? whole.until(Math.max(1, declared.getAsLong())) : whole;
    if (comparison.tooSmall().isPresent()) {
      return new AxisResult.NotJudged(id(), comparison.tooSmall().get());
    }
    long period = comparison.source().spanNanos();
    if (period == 0) {
      return new AxisResult.NotJudged(id(), "all requests of the source arrive at once");
    }
    Splits splits = comparison.splits();
    long[] sourceTimes = comparison.source().arrivals();
    long[] otherTimes = comparison.other().arrivals();
    if (declared.isPresent()) {
      otherTimes = LongStream.of(otherTimes).map(time -> time % (period + 1)).toArray();
    }
    JointDistance distance =
        JointDistance.of(comparison, times(splits, sourceTimes, otherTimes, period));
    return judged(comparison, distance, sourceTimes, otherTimes);
  }

  private static double[] times(Splits splits, long[] source, long[] other, long period) {
    int[] sourceParts = parts(source, period);
    int[] pooled = splits.pooled(sourceParts, parts(other, period));
    double[] times = new double[pooled.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = pooled[i] * EVEN_SPREAD / PARTS;
    }
    return times;
  }

  private static int[] parts(long[] arrivals, long period) {
    return LongStream.of(arrivals)
        .mapToInt(time -> (int) Math.min(Integer.MAX_VALUE, (double) time / period * PARTS))
        .toArray();
  }

  private AxisResult judged(
      Comparison comparison, JointDistance distance, long[] sourceTimes, long[] otherTimes) {
    NoiseRatio noise = NoiseRatio.of(List.of(distance.measured()), NoiseRatio.Growth.SQUARED);
    double effect = 100 * distance.effect();
    double minute = 60e9;
    return new AxisResult.Judged(
        id(),
        effect,
        "% of the spread",
        noise.ratio(),
        noise.nStar(),
        false,
        String.format(Locale.ROOT, "energy %.3g %% of spread", effect),
        List.of(
            new AxisResult.Part(
                "mean time of arrival, minutes",
                OptionalDouble.of(mean(sourceTimes) / minute),
                OptionalDouble.of(mean(otherTimes) / minute),
                (mean(otherTimes) - mean(sourceTimes)) / minute,
                "minutes",
                noise.ratio())),
        comparison.target().durationNanos().isPresent()
            ? List.of("the other side's declared duration goes round the source's time")
            : List.of());
  }

  private static double mean(long[] times) {
    return LongStream.of(times).average().orElse(0);
  }
}
