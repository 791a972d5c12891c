package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.SlicedEnergyDistance;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The distance between two sides in input and output, and where asked for in one more column: the
 * sliced energy distance of log(1 + tokens), each centred and scaled by the source's mean and
 * standard deviation.
 *
 * @param measured the distance in every split
 * @param spread twice the mean distance between two requests of the source: what the distance would
 *     be of a side that lies as far away as requests lie apart
 */
record JointDistance(Splits.Measured measured, double spread) {
  /** A difference that fewer requests than this would not show is negligible. */
  static final double NEGLIGIBLE_BELOW = 10_000;

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
      standardized(splits, source.inputs(), other.inputs()),
      standardized(splits, source.outputs(), other.outputs())
    };
  }

  private static JointDistance of(Comparison comparison, double[][] columns) {
    Splits splits = comparison.splits();
    return new JointDistance(
        splits.measured(new SlicedEnergyDistance(columns).distances(splits.groupings())),
        spread(columns, splits.sourceRows(), new SeededStreams(comparison.seed())));
  }

  /** The mean distance beyond the mean noise, as a share of the spread: 0 alike, 1 far apart. */
  double effect() {
    double value = Arrays.stream(measured.value()).average().orElseThrow();
    double noise = Arrays.stream(measured.noise()).average().orElseThrow();
    return spread == 0 ? 0 : Math.max(0, value - noise) / spread;
  }

  /** log(1 + value) of the pool, centred and scaled by the source's mean and deviation in it. */
  static double[] standardized(Splits splits, int[] source, int[] other) {
    int[] pooled = splits.pooled(source, other);
    double[] logs = new double[pooled.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log1p(pooled[i]);
    }
    int ofSource = splits.sourceRows();
    double mean = Arrays.stream(logs, 0, ofSource).average().orElseThrow();
    double variance =
        Arrays.stream(logs, 0, ofSource)
            .map(log -> (log - mean) * (log - mean))
            .average()
            .orElseThrow();
    double scale = variance == 0 ? 1 : Math.sqrt(variance);
    for (int i = 0; i < logs.length; i++) {
      logs[i] = (logs[i] - mean) / scale;
    }
    return logs;
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
