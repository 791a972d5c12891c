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
 * The distance between two sides in input and output, and where asked for in one more column: the
 * sliced energy distance of log(1 + tokens), each centred and scaled by the source's mean and
 * standard deviation.
 *
 * @param measured the energy distance in every split
 * @param spread twice the mean distance between two requests of the source: what the energy
 *     distance would be of a side that lies as far away as requests lie apart
 */
record JointDistance(Splits.Measured measured, double spread) {
  private static final int SPREAD_PAIRS = 20_000;

  /** In the plane of input and output. */
  static JointDistance of(Comparison comparison) {
    return of(comparison, lengths(comparison));
  }

  /** In the space of input, output and one more column of the pool, as it stands. */
  static JointDistance of(Comparison comparison, double[] third) {
    double[][] two = lengths(comparison);
    return of(comparison, new double[][] {two[0], two[1], third});
  }

  private static double[][] lengths(Comparison comparison) {
    Splits splits = comparison.splits();
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    return new double[][] {
      standardized(splits.pooled(source.inputs(), other.inputs()), source.inputs()),
      standardized(splits.pooled(source.outputs(), other.outputs()), source.outputs())
    };
  }

  private static JointDistance of(Comparison comparison, double[][] columns) {
    Splits splits = comparison.splits();
    List<Distances> distances =
        new SlicedEnergyDistance(columns)
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
        spread(columns, splits.sourceRows(), new SeededStreams(comparison.seed())));
  }

  /** The mean distance beyond the mean noise, as a share of the spread: 0 alike, 1 far apart. */
  double effect() {
    double value = Arrays.stream(measured.value()).average().orElseThrow();
    double noise = Arrays.stream(measured.noise()).average().orElseThrow();
    return spread == 0 ? 0 : Math.max(0, value - noise) / spread;
  }

  /** log(1 + value), centred and scaled by the mean and standard deviation of the reference. */
  static double[] standardized(int[] values, int[] reference) {
    double[] logs = IntStream.of(reference).mapToDouble(Math::log1p).toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double variance =
        Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).average().orElseThrow();
    double scale = variance == 0 ? 1 : Math.sqrt(variance);
    return IntStream.of(values).mapToDouble(value -> (Math.log1p(value) - mean) / scale).toArray();
  }

  private static double spread(double[][] columns, int sourceRows, SeededStreams streams) {
    UniformRandomProvider random = streams.stream("fidelity spread");
    double sum = 0;
    for (int pair = 0; pair < SPREAD_PAIRS; pair++) {
      int a = random.nextInt(sourceRows);
      int b = random.nextInt(sourceRows);
      double squares = 0;
      for (double[] column : columns) {
        squares += (column[a] - column[b]) * (column[a] - column[b]);
      }
      sum += Math.sqrt(squares);
    }
    return 2 * sum / SPREAD_PAIRS;
  }
}
