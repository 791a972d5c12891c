package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.stats.Dispersion;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Whether the release's clock can be aligned with the true one. The attacker knows the true rate
 * series (his own share of it, a status page, another release), slides it along the released one,
 * and takes the lag where the two correlate most. A peak near 1 means that he knows the absolute
 * time of every row; removing the origin alone never prevents it. The lag itself is not in the
 * report: it is what the release hides.
 *
 * @param windowSeconds width of the windows in which arrivals are counted
 * @param peak the largest Pearson correlation over all lags that leave half of the series in
 *     common, with Fisher's interval
 */
public record ClockAlignment(int windowSeconds, Estimate peak) {
  /** Windows looked at, from the start. */
  public static final int MOST_WINDOWS = 2_048;

  private static final int LEAST_WINDOWS = 20;
  private static final long SECOND = 1_000_000_000L;

  /** At windows of 1, 10 and 60 s, where the trace has 20 of them. */
  static List<ClockAlignment> of(Side raw, Side released) {
    List<ClockAlignment> alignments = new ArrayList<>();
    for (int seconds : new int[] {1, 10, 60}) {
      int[] before = counts(raw, seconds * SECOND);
      int[] after = counts(released, seconds * SECOND);
      if (Math.min(before.length, after.length) >= LEAST_WINDOWS) {
        OptionalDouble peak = peak(before, after);
        if (peak.isPresent()) {
          alignments.add(
              new ClockAlignment(seconds, Estimate.correlation(peak.getAsDouble(), before.length)));
        }
      }
    }
    return alignments;
  }

  private static int[] counts(Side side, long width) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int row = 0; row < side.rows(); row++) {
      first = Math.min(first, side.arrivals.get(row));
      last = Math.max(last, side.arrivals.get(row));
    }
    long[] arrivals = side.arrivals.toArray();
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] -= first;
    }
    return Dispersion.counts(arrivals, Math.min(last - first, MOST_WINDOWS * width), width);
  }

  private static OptionalDouble peak(int[] before, int[] after) {
    int least = Math.max(LEAST_WINDOWS, Math.min(before.length, after.length) / 2);
    double peak = Double.NEGATIVE_INFINITY;
    for (int lag = least - after.length; lag <= before.length - least; lag++) {
      int from = Math.max(0, lag);
      int to = Math.min(before.length, after.length + lag);
      if (to - from >= least) {
        peak = Math.max(peak, correlation(before, after, lag, from, to));
      }
    }
    return Double.isInfinite(peak) ? OptionalDouble.empty() : OptionalDouble.of(peak);
  }

  /** Pearson's, of two stretches; negative infinity where one is constant. */
  private static double correlation(int[] before, int[] after, int lag, int from, int to) {
    long x = 0;
    long y = 0;
    long xx = 0;
    long yy = 0;
    long xy = 0;
    for (int i = from; i < to; i++) {
      long b = before[i];
      long a = after[i - lag];
      x += b;
      y += a;
      xx += b * b;
      yy += a * a;
      xy += a * b;
    }
    double n = to - from;
    double spread = (xx - x / n * x) * (yy - y / n * y);
    return spread <= 0
        ? Double.NEGATIVE_INFINITY
        : Math.min(1, (xy - x / n * y) / Math.sqrt(spread));
  }
}
