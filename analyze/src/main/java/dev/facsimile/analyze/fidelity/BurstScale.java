package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.Dispersion;
import java.util.function.ToDoubleFunction;

/**
 * One measure of burstiness at one window width: log2 of the index of dispersion (IDC) or of the
 * Allan factor (AF), both 0 for a Poisson process.
 *
 * @param measure which
 * @param widthNanos of a window
 * @param spanNanos the time looked at, from 0
 */
record BurstScale(Measure measure, long widthNanos, long spanNanos) {
  /** Blocks of the jackknife. */
  static final int BLOCKS = 24;

  /**
   * Arrivals more regular than this are all the same to us: a log2 of −4. Of a perfectly even clock
   * the logarithm would be infinite, and its error that of the rounding.
   */
  private static final double MOST_REGULAR = 1.0 / 16;

  /** Which measure. */
  enum Measure {
    IDC(Dispersion::index),
    AF(Dispersion::allanFactor);

    private final ToDoubleFunction<int[]> of;

    Measure(ToDoubleFunction<int[]> of) {
      this.of = of;
    }
  }

  /**
   * The standard error of the difference between two Poisson processes: that of the logarithm of a
   * variance from so many windows is √(2 ÷ (windows − 1)), and both have it. A source that happens
   * to be even has a jackknife that knows nothing of it.
   */
  double leastError() {
    double windows = Math.max(2, spanNanos / widthNanos);
    return Math.sqrt(2 * 2 / (windows - 1)) / Math.log(2);
  }

  /** The measure's log2 over the first {@link #spanNanos} of the arrivals. */
  double log2(ArrivalCounts arrivals) {
    return log2(arrivals.windows(spanNanos, widthNanos));
  }

  private double log2(int[] counts) {
    double value = measure.of.applyAsDouble(counts);
    // NaN where no request falls into the span.
    return Math.log(value > MOST_REGULAR ? value : MOST_REGULAR) / Math.log(2);
  }

  /**
   * The standard error of {@link #log2}: a delete-a-block jackknife. Each of {@link #BLOCKS} blocks
   * of time is cut out in turn and what follows moved up, so that blocks may be shorter than
   * windows.
   *
   * @param latticeNanos blocks begin at multiples of it, or of the grain of the counts
   */
  double standardError(ArrivalCounts arrivals, long latticeNanos) {
    long grain = Math.max(latticeNanos, arrivals.grainNanos());
    double[] without = new double[BLOCKS];
    double mean = 0;
    for (int block = 0; block < BLOCKS; block++) {
      long from = edge(block, grain);
      long to = edge(block + 1, grain);
      without[block] = log2(countsWithout(arrivals, from, to));
      mean += without[block] / BLOCKS;
    }
    double squares = 0;
    for (double each : without) {
      squares += (each - mean) * (each - mean);
    }
    return Math.sqrt(squares * (BLOCKS - 1) / BLOCKS);
  }

  private long edge(int block, long latticeNanos) {
    return (long) ((double) spanNanos / BLOCKS * block) / latticeNanos * latticeNanos;
  }

  /** Counts of ascending arrivals, as if the time from one edge to the other had not been. */
  private int[] countsWithout(ArrivalCounts arrivals, long from, long to) {
    int[] counts = new int[(int) ((spanNanos - (to - from)) / widthNanos)];
    long cut = arrivals.before(to) - arrivals.before(from);
    long before = 0;
    for (int window = 0; window < counts.length; window++) {
      long end = (window + 1) * widthNanos;
      long until = end <= from ? arrivals.before(end) : arrivals.before(end + (to - from)) - cut;
      counts[window] = (int) (until - before);
      before = until;
    }
    return counts;
  }
}
