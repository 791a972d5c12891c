package dev.facsimile.analyze.report;

import dev.facsimile.trace.stats.Percentiles;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * A named row of points for a {@link LineChart}, ascending in x. Holds at most {@value #MOST}: more
 * are thinned in groups of neighbours, of which the least and the largest stay, so that no peak is
 * lost.
 */
public final class Series {
  static final int MOST = 600;
  private static final int CDF_STEPS = 200;

  private final String name;
  private final double[] x;
  private final double[] y;

  private Series(String name, double[] x, double[] y) {
    this.name = name;
    this.x = x;
    this.y = y;
  }

  /** Points (x, y); a y that is not finite interrupts the line. */
  public static Series of(String name, double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(x.length + " x for " + y.length + " y of " + name);
    }
    return x.length <= MOST ? new Series(name, x.clone(), y.clone()) : thinned(name, x, y);
  }

  /**
   * The share of values at most x, in steps of half a per cent and finer near 1, so that the tail
   * shows up to the largest value.
   */
  public static Series cdf(String name, Percentiles values) {
    if (values.isEmpty()) {
      return new Series(name, new double[0], new double[0]);
    }
    double[] tail = {99.6, 99.7, 99.8, 99.9, 99.99, 100};
    double[] x = new double[CDF_STEPS + tail.length];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double percent = i < CDF_STEPS ? Math.max(1e-6, i / 2.0) : tail[i - CDF_STEPS];
      x[i] = i == 0 ? values.min() : values.at(percent);
      y[i] = i == 0 ? 0 : percent / 100;
    }
    return new Series(name, x, y);
  }

  /** The same of values in ascending order, wherever they lie. */
  public static Series cdf(String name, int size, IntToLongFunction ascending) {
    if (size == 0) {
      return new Series(name, new double[0], new double[0]);
    }
    double[] tail = {99.6, 99.7, 99.8, 99.9, 99.99, 100};
    double[] x = new double[CDF_STEPS + tail.length];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double percent = i < CDF_STEPS ? i / 2.0 : tail[i - CDF_STEPS];
      int rank = (int) Math.max(1, Math.ceil(percent * size / 100 - 1e-9 * size));
      x[i] = ascending.applyAsLong(rank - 1);
      y[i] = percent / 100;
    }
    return new Series(name, x, y);
  }

  /** The share of {@code values} in each bin of {@code edges}, as steps; a histogram's outline. */
  public static Series histogram(String name, long[] values, Edges edges) {
    double[] shares = new double[edges.bins() + 1];
    for (long value : values) {
      int bin = edges.binOf(value);
      if (bin >= 0) {
        shares[bin] += 1.0 / values.length;
      }
    }
    shares[edges.bins()] = 0;
    double[] x = new double[shares.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = edges.at(i);
    }
    return of(name, x, shares);
  }

  public String name() {
    return name;
  }

  public int size() {
    return x.length;
  }

  double x(int index) {
    return x[index];
  }

  double y(int index) {
    return y[index];
  }

  private static Series thinned(String name, double[] x, double[] y) {
    int groups = MOST / 2;
    double[] keptX = new double[MOST];
    double[] keptY = new double[MOST];
    int kept = 0;
    for (int group = 0; group < groups; group++) {
      int from = (int) ((long) group * x.length / groups);
      int to = (int) ((long) (group + 1) * x.length / groups);
      int least = from;
      int largest = from;
      for (int i = from; i < to; i++) {
        least = y[i] < y[least] ? i : least;
        largest = y[i] > y[largest] ? i : largest;
      }
      int first = Math.min(least, largest);
      int second = Math.max(least, largest);
      keptX[kept] = x[first];
      keptY[kept++] = y[first];
      if (second != first) {
        keptX[kept] = x[second];
        keptY[kept++] = y[second];
      }
    }
    return new Series(name, Arrays.copyOf(keptX, kept), Arrays.copyOf(keptY, kept));
  }
}
