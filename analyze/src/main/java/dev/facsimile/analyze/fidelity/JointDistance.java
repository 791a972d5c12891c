package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.SlicedEnergyDistance;
import dev.facsimile.analyze.statistic.SlicedEnergyDistance.Distances;
import dev.facsimile.analyze.statistic.SlicedEnergyDistance.Grouping;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The distance between two sides in the plane of input and output: the sliced energy distance of
 * log(1 + tokens), each column centred and scaled by the source's mean and standard deviation.
 *
 * @param measured the energy distance in every split
 * @param spread twice the mean distance between two requests of the source: what the energy
 *     distance would be of a side that lies as far away as requests lie apart
 */
record JointDistance(Splits.Measured measured, double spread) {
  private static final int SPREAD_PAIRS = 20_000;

  static JointDistance of(Comparison comparison) {
    Splits splits = comparison.splits();
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    double[] x = standardized(splits.pooled(source.inputs(), other.inputs()), source.inputs());
    double[] y = standardized(splits.pooled(source.outputs(), other.outputs()), source.outputs());
    List<Distances> distances =
        new SlicedEnergyDistance(x, y)
            .distances(
                IntStream.range(0, Splits.COUNT)
                    .mapToObj(splits::groups)
                    .map(
                        groups ->
                            new Grouping(groups, Splits.HALF, Splits.OTHER_HALF, Splits.DRAWN))
                    .toList());
    return new JointDistance(
        new Splits.Measured(
            distances.stream().mapToDouble(Distances::toFirst).toArray(),
            distances.stream().mapToDouble(Distances::toSecond).toArray(),
            splits.rowsPerSide()),
        spread(x, y, splits.sourceRows(), new SeededStreams(comparison.seed())));
  }

  /** The mean distance beyond the mean noise, as a share of the spread: 0 alike, 1 far apart. */
  double effect() {
    double value = Arrays.stream(measured.value()).average().orElseThrow();
    double noise = Arrays.stream(measured.noise()).average().orElseThrow();
    return spread == 0 ? 0 : Math.max(0, value - noise) / spread;
  }

  private static double[] standardized(int[] values, int[] reference) {
    double mean = IntStream.of(reference).mapToDouble(Math::log1p).average().orElseThrow();
    double variance =
        IntStream.of(reference)
            .mapToDouble(value -> (Math.log1p(value) - mean) * (Math.log1p(value) - mean))
            .average()
            .orElseThrow();
    double scale = variance == 0 ? 1 : Math.sqrt(variance);
    return IntStream.of(values).mapToDouble(value -> (Math.log1p(value) - mean) / scale).toArray();
  }

  private static double spread(double[] x, double[] y, int sourceRows, SeededStreams streams) {
    UniformRandomProvider random = streams.stream("fidelity spread");
    double sum = 0;
    for (int pair = 0; pair < SPREAD_PAIRS; pair++) {
      int a = random.nextInt(sourceRows);
      int b = random.nextInt(sourceRows);
      sum += Math.hypot(x[a] - x[b], y[a] - y[b]);
    }
    return 2 * sum / SPREAD_PAIRS;
  }
}
