package dev.facsimile.analyze.statistic;

/** How much one column tells of another. */
public final class Dependence {
  /** Bins a side for the mutual information of two columns. */
  public static final int BINS = 16;

  private Dependence() {}

  /**
   * Spearman's rank correlation, ties at their mean rank; 0 when a column is constant. It sees only
   * what rises or falls throughout: two columns with a correlation of 0 may still determine each
   * other.
   */
  public static double spearman(int[] x, int[] y) {
    double[] rankX = Ranks.of(x);
    double[] rankY = Ranks.of(y);
    double mean = (x.length + 1) / 2.0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 0; i < rankX.length; i++) {
      double dx = rankX[i] - mean;
      double dy = rankY[i] - mean;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
    return xx == 0 || yy == 0 ? 0 : xy / Math.sqrt(xx * yy);
  }

  /**
   * Mutual information in nats over {@link #BINS} × {@link #BINS} bins of equal rank width, less
   * the Miller-Madow bias (cells − rows − columns + 1) ÷ 2n, each counted where not empty. May be
   * slightly negative for independent columns.
   */
  public static double mutualInformation(int[] x, int[] y) {
    int n = x.length;
    int[] cells = new int[BINS * BINS];
    double[] rankX = Ranks.of(x);
    double[] rankY = Ranks.of(y);
    for (int i = 0; i < n; i++) {
      cells[bin(rankX[i], n) * BINS + bin(rankY[i], n)]++;
    }
    return informationOf(cells, n);
  }

  private static int bin(double rank, int n) {
    return (int) ((rank - 0.5) * BINS / n);
  }

  private static double informationOf(int[] cells, int n) {
    int[] rows = new int[BINS];
    int[] columns = new int[BINS];
    int used = 0;
    for (int i = 0; i < cells.length; i++) {
      rows[i / BINS] += cells[i];
      columns[i % BINS] += cells[i];
      used += cells[i] > 0 ? 1 : 0;
    }
    double sum = 0;
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] > 0) {
        double expected = (double) rows[i / BINS] * columns[i % BINS] / n;
        sum += cells[i] * Math.log(cells[i] / expected);
      }
    }
    return sum / n - (used - used(rows) - used(columns) + 1) / (2.0 * n);
  }

  private static int used(int[] counts) {
    int used = 0;
    for (int count : counts) {
      used += count > 0 ? 1 : 0;
    }
    return used;
  }
}
