package dev.facsimile.analyze.fidelity;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A distance between the source and the other side as a multiple of the distance between halves of
 * the source.
 *
 * <p>An axis of several distances is judged by its largest. Each is first put in units of the 95th
 * percentile of its own noise; the ratio is then the mean over the splits of the largest, ÷ the
 * 95th percentile over the splits of the largest <em>noise</em>: looking in more places thus does
 * not by itself raise the ratio.
 *
 * @param ratio R: 1 is where chance alone comes in one of twenty cases
 * @param parts R of every distance by itself
 * @param worst which of them is the largest
 * @param nStar requests a side at which the difference equals its mean noise; empty when no
 *     difference shows at any size
 */
record NoiseRatio(double ratio, double[] parts, int worst, OptionalDouble nStar) {
  private static final double PERCENTILE = 0.95;

  /** Of a source that has no noise at all, as when all its lengths are equal. */
  private static final double LEAST_NOISE = 0.01;

  /** How the noise of a distance shrinks with the sample size n. */
  enum Growth {
    /** As 1 ÷ √n: a difference between shares or means. */
    LINEAR,
    /** As 1 ÷ n: a squared difference. */
    SQUARED;

    /** The smallest noise that a sample can show: that of one request. */
    private double resolution(int rows) {
      return this == SQUARED ? 1.0 / rows / rows : 1.0 / rows;
    }

    private double squared(double distance) {
      return this == SQUARED ? distance : distance * distance;
    }
  }

  /**
   * Of one or more distances.
   *
   * @param measured each in every split
   * @param growth how their noise shrinks
   */
  static NoiseRatio of(List<Splits.Measured> measured, Growth growth) {
    boolean[] all = new boolean[measured.size()];
    Arrays.fill(all, true);
    return of(measured, all, growth);
  }

  /**
   * Of one or more distances, not all of which count.
   *
   * @param measured each in every split
   * @param counts of each whether it does; the noise is that of all of them even so. Of at least
   *     one
   * @param growth how their noise shrinks
   */
  static NoiseRatio of(List<Splits.Measured> measured, boolean[] counts, Growth growth) {
    int splits = measured.get(0).noise().length;
    double[] parts = new double[measured.size()];
    double[] largestNoise = new double[splits];
    double[] largestValue = new double[splits];
    int worst = IntStream.range(0, counts.length).filter(i -> counts[i]).findFirst().orElseThrow();
    for (int part = 0; part < parts.length; part++) {
      Splits.Measured distance = measured.get(part);
      double unit =
          Math.max(growth.resolution(distance.rowsPerSide()), percentile(distance.noise()));
      for (int split = 0; split < splits; split++) {
        largestNoise[split] = Math.max(largestNoise[split], distance.noise()[split] / unit);
        double value = counts[part] ? distance.value()[split] / unit : 0;
        largestValue[split] = Math.max(largestValue[split], value);
      }
      parts[part] = mean(distance.value()) / unit;
      worst = counts[part] && parts[part] > parts[worst] ? part : worst;
    }
    double ratio = mean(largestValue) / Math.max(1, percentile(largestNoise));
    int rows = measured.get(worst).rowsPerSide();
    return new NoiseRatio(ratio, parts, worst, nStar(largestNoise, largestValue, rows, growth));
  }

  /** Whether fewer than {@code requests} a side would not show the difference. */
  boolean hiddenBelow(double requests) {
    return nStar.isEmpty() || nStar.getAsDouble() >= requests;
  }

  /**
   * n · f ÷ (d − f) with f the mean of the largest noise and d of the largest distance, both
   * squared if need be.
   */
  private static OptionalDouble nStar(double[] noises, double[] values, int rows, Growth growth) {
    double noise = growth.squared(Math.max(LEAST_NOISE, mean(noises)));
    double value = growth.squared(mean(values));
    return value <= noise
        ? OptionalDouble.empty()
        : OptionalDouble.of(rows * noise / (value - noise));
  }

  private static double percentile(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(PERCENTILE * sorted.length) - 1];
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
