package dev.facsimile.synth.arrival;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Marginal;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Arrivals at regular distances within a window: gaps are drawn, laid around a circle as long as
 * the window, and the circle is turned by chance, so that every place of the window is alike.
 */
final class Circle {
  private final Quantiles gaps;

  Circle(Marginal gaps) {
    this.gaps = new Quantiles(gaps);
  }

  /**
   * Ascending arrivals of sources laid over each other, or of a part of those of one.
   *
   * @param count arrivals
   * @param rateScale how many sources; below 1 the share of arrivals that is kept
   */
  long[] arrivals(
      int count, double rateScale, long startNanos, long widthNanos, UniformRandomProvider random) {
    long[] all = new long[count];
    if (rateScale < 1) {
      int before = (int) Math.max(count, Math.rint(count / rateScale));
      long[] points = new long[before];
      lay(points, 0, before, startNanos, widthNanos, random);
      keep(points, all, random);
    } else {
      int sources = (int) Math.max(1, Math.min(count, Math.rint(rateScale)));
      for (int source = 0; source < sources; source++) {
        int from = (int) ((long) count * source / sources);
        int to = (int) ((long) count * (source + 1) / sources);
        lay(all, from, to, startNanos, widthNanos, random);
      }
    }
    Arrays.sort(all);
    return all;
  }

  private void lay(
      long[] arrivals, int from, int to, long start, long width, UniformRandomProvider random) {
    double[] ends = new double[to - from];
    double sum = 0;
    for (int i = 0; i < ends.length; i++) {
      sum += Math.max(1, gaps.at(random.nextDouble()));
      ends[i] = sum;
    }
    double turn = random.nextDouble();
    for (int i = 0; i < ends.length; i++) {
      double place = ends[i] / sum + turn;
      long nanos = (long) ((place - (long) place) * width);
      arrivals[from + i] = start + Math.min(width - 1, nanos);
    }
  }

  /**
   * Keeps so many of the points, each as likely as the others (selection sampling, Knuth 3.4.2).
   */
  private static void keep(long[] points, long[] kept, UniformRandomProvider random) {
    int taken = 0;
    for (int i = 0; i < points.length && taken < kept.length; i++) {
      if ((points.length - i) * random.nextDouble() < kept.length - taken) {
        kept[taken++] = points[i];
      }
    }
  }
}
