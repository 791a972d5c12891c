package dev.facsimile.trace.stats;

/**
 * Burstiness of arrivals over counts N of windows of one width. Both measures are 1 for a Poisson
 * process at every width.
 */
public final class Dispersion {
  private Dispersion() {}

  /**
   * Counts per window. Windows start at time 0; the last, not whole one is left out.
   *
   * @param arrivals ascending or not, nanoseconds from 0
   * @param span end of the observation, nanoseconds
   * @param width of a window, nanoseconds
   */
  public static int[] counts(long[] arrivals, long span, long width) {
    int windows = (int) (span / width);
    int[] counts = new int[windows];
    long window = 0;
    long start = 0;
    for (long arrival : arrivals) {
      // Neighbours mostly share their window: a division for each would cost most of the time.
      if (arrival < start || arrival - start >= width) {
        window = arrival / width;
        start = window * width;
      }
      if (window < windows) {
        counts[(int) window]++;
      }
    }
    return counts;
  }

  /** Index of dispersion Var(N) / E(N), with the unbiased variance; NaN without arrivals. */
  public static double index(int[] counts) {
    double mean = mean(counts);
    double squares = 0;
    for (int count : counts) {
      squares += (count - mean) * (count - mean);
    }
    return squares / (counts.length - 1) / mean;
  }

  /**
   * Allan factor E[(N(k+1) − N(k))²] / (2 E(N)); insensitive to slow trends. NaN without arrivals.
   */
  public static double allanFactor(int[] counts) {
    double squares = 0;
    for (int i = 1; i < counts.length; i++) {
      double step = counts[i] - counts[i - 1];
      squares += step * step;
    }
    return squares / (counts.length - 1) / (2 * mean(counts));
  }

  /** Coefficient of variation of the gaps between ascending arrivals. */
  public static double gapVariation(long[] arrivals) {
    int gaps = arrivals.length - 1;
    double mean = (double) (arrivals[gaps] - arrivals[0]) / gaps;
    double squares = 0;
    for (int i = 1; i <= gaps; i++) {
      double off = arrivals[i] - arrivals[i - 1] - mean;
      squares += off * off;
    }
    return Math.sqrt(squares / gaps) / mean;
  }

  private static double mean(int[] counts) {
    double sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum / counts.length;
  }
}
