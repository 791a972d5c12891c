package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The rate over time: the difference between the two sides' requests in each minute of the time
 * that both have. Where the other side declares another rate, the source's counts times its factor
 * are asked for.
 *
 * <p>A busy minute of a bursty source is chance as much as it is the hour of day, and no copy can
 * be asked for the same chance. The noise is therefore what one minute of the source tells of the
 * next: resampled differences between neighbouring minutes, which hold twice the source's own
 * irregularity and hardly any of its slow course.
 */
final class EnvelopeAxis implements FidelityAxis {
  private static final String UNIT = "% NRMSE";
  private static final double NEGLIGIBLE_PERCENT = 10;
  private static final long MINUTE = 60_000_000_000L;
  private static final int RESAMPLINGS = 400;

  /** About a minute, in whole ticks of the source's clock. */
  static long widthNanos(OptionalLong latticeNanos) {
    long lattice = latticeNanos.orElse(1);
    return Math.max(2, Math.round((double) MINUTE / lattice)) * lattice;
  }

  @Override
  public AxisId id() {
    return AxisId.ENVELOPE;
  }

  @Override
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public boolean needsSplits() {
    return false;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    long width = widthNanos(comparison.latticeNanos());
    long span = comparison.commonSpanNanos();
    if (span / width < BurstScales.FEWEST_WINDOWS) {
      return new AxisResult.NotJudged(
          id(),
          BurstScales.text(span)
              + " of common time hold fewer than "
              + BurstScales.FEWEST_WINDOWS
              + " windows of "
              + BurstScales.text(width));
    }
    int[] source = comparison.everySource().counts().windows(span, width);
    int[] other = comparison.everyOther().counts().windows(span, width);
    return judged(comparison, source, other);
  }

  private AxisResult judged(Comparison comparison, int[] source, int[] other) {
    double factor = comparison.target().countFactor();
    double value = meanSquare(source, factor, other);
    // Counts of independent users added up vary by the factor, those of a common cause by its
    // square.
    double spread = Math.max(factor, factor * factor);
    double[] neighbours =
        Arrays.stream(neighbourSquares(source)).map(square -> square * spread).toArray();
    double noise = Arrays.stream(neighbours).average().orElseThrow();
    double beyond = Math.max(0, value - noise);
    double mean = factor * Arrays.stream(source).average().orElseThrow();
    // A copy that is off by less than one request a window cannot be told from the source.
    double limit = Math.max(1, resampled95(neighbours, source.length, comparison.seed()));
    double effect = 100 * Math.sqrt(beyond) / Math.max(1, mean);
    return new AxisResult.Judged(
        id(),
        effect,
        UNIT,
        Math.sqrt(value / limit),
        beyond == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(comparison.everySource().rows() * Math.max(1, noise) / beyond),
        effect <= NEGLIGIBLE_PERCENT,
        String.format(Locale.ROOT, "per minute off by %.1f %%", effect),
        List.of(
            new AxisResult.Part(
                "requests per window",
                OptionalDouble.of(mean),
                OptionalDouble.of(Arrays.stream(other).average().orElseThrow()),
                effect,
                UNIT,
                Math.sqrt(value / limit))),
        List.of(source.length + " windows"));
  }

  private static double meanSquare(int[] source, double factor, int[] other) {
    double sum = 0;
    for (int i = 0; i < source.length; i++) {
      double off = factor * source[i] - other[i];
      sum += off * off;
    }
    return sum / source.length;
  }

  private static double[] neighbourSquares(int[] counts) {
    double[] squares = new double[counts.length - 1];
    for (int i = 0; i < squares.length; i++) {
      double step = counts[i + 1] - counts[i];
      squares[i] = step * step;
    }
    return squares;
  }

  /** The 95th percentile of the mean of {@code size} squares drawn with repetition. */
  private static double resampled95(double[] squares, int size, long seed) {
    UniformRandomProvider random = new SeededStreams(seed).stream("fidelity envelope");
    double[] means = new double[RESAMPLINGS];
    for (int i = 0; i < RESAMPLINGS; i++) {
      for (int j = 0; j < size; j++) {
        means[i] += squares[random.nextInt(squares.length)] / size;
      }
    }
    Arrays.sort(means);
    return means[(int) Math.ceil(0.95 * RESAMPLINGS) - 1];
  }
}
