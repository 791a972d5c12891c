package dev.facsimile.analyze.statistic;

import java.util.Arrays;

/**
 * A classifier of two classes: small regression trees added up by gradient boosting with logistic
 * loss (Friedman, "Greedy function approximation", 2001; splits by second-order gain on binned
 * features, as XGBoost's). The same rows give the same trees.
 */
public final class BoostedTrees {
  /** Bins of a feature. */
  public static final int BINS = 64;

  private static final int DEPTH = 3;
  private static final int LEAVES = 1 << DEPTH;
  private static final double RATE = 0.25;

  /** Keeps leaves of a few rows from saying much. */
  private static final double RIDGE = 20;

  private final int trees;
  private final int[][] features;
  private final int[][] cuts;
  private final double[][] leaves;

  private BoostedTrees(int trees) {
    this.trees = trees;
    this.features = new int[trees][LEAVES];
    this.cuts = new int[trees][LEAVES];
    this.leaves = new double[trees][LEAVES];
  }

  /**
   * The bin of every value: bins hold about equally many, equal values the same one.
   *
   * @param values of one feature
   */
  public static byte[] binned(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    byte[] bins = new byte[values.length];
    double[] edges = new double[BINS - 1];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = sorted[(int) ((long) (i + 1) * sorted.length / BINS)];
    }
    for (int i = 0; i < values.length; i++) {
      int place = Arrays.binarySearch(edges, values[i]);
      bins[i] = (byte) (place < 0 ? -place - 1 : firstOf(edges, place));
    }
    return bins;
  }

  private static int firstOf(double[] edges, int place) {
    int first = place;
    while (first > 0 && edges[first - 1] == edges[place]) {
      first--;
    }
    return first;
  }

  /**
   * Learns.
   *
   * @param binned the bin of every row, by feature
   * @param positive the class of every row
   * @param use which rows to learn from
   * @param trees how many trees to add up
   */
  public static BoostedTrees learn(byte[][] binned, boolean[] positive, boolean[] use, int trees) {
    int[] weights = new int[use.length];
    for (int row = 0; row < weights.length; row++) {
      weights[row] = use[row] ? 1 : 0;
    }
    return learn(binned, positive, weights, trees);
  }

  /**
   * Learns.
   *
   * @param binned the bin of every row, by feature
   * @param positive the class of every row
   * @param weights how often to learn from each row; 0 to leave it out
   * @param trees how many trees to add up
   */
  public static BoostedTrees learn(byte[][] binned, boolean[] positive, int[] weights, int trees) {
    BoostedTrees model = new BoostedTrees(trees);
    double[] scores = new double[positive.length];
    double[] gradients = new double[positive.length];
    double[] curvatures = new double[positive.length];
    int[] rows = new int[positive.length];
    int count = 0;
    for (int row = 0; row < weights.length; row++) {
      if (weights[row] > 0) {
        rows[count++] = row;
      }
    }
    rows = Arrays.copyOf(rows, count);
    int[] node = new int[positive.length];
    for (int tree = 0; tree < trees; tree++) {
      for (int row : rows) {
        double p = 1 / (1 + Math.exp(-scores[row]));
        gradients[row] = weights[row] * ((positive[row] ? 1 : 0) - p);
        curvatures[row] = weights[row] * p * (1 - p);
        node[row] = 1;
      }
      model.grow(tree, binned, rows, node, gradients, curvatures);
      for (int row : rows) {
        scores[row] += model.leaves[tree][node[row] - LEAVES];
      }
    }
    return model;
  }

  private void grow(
      int tree, byte[][] binned, int[] rows, int[] node, double[] gradients, double[] curvatures) {
    for (int level = 0; level < DEPTH; level++) {
      int first = 1 << level;
      double[][][] sums = new double[binned.length][first][2 * BINS];
      for (int feature = 0; feature < binned.length; feature++) {
        byte[] bins = binned[feature];
        for (int row : rows) {
          double[] sum = sums[feature][node[row] - first];
          sum[2 * bins[row]] += gradients[row];
          sum[2 * bins[row] + 1] += curvatures[row];
        }
      }
      for (int at = first; at < 2 * first; at++) {
        split(tree, at, first, sums);
      }
      for (int row : rows) {
        node[row] = child(tree, node[row], binned, row);
      }
    }
    double[] gradient = new double[LEAVES];
    double[] curvature = new double[LEAVES];
    for (int row : rows) {
      gradient[node[row] - LEAVES] += gradients[row];
      curvature[node[row] - LEAVES] += curvatures[row];
    }
    for (int leaf = 0; leaf < LEAVES; leaf++) {
      leaves[tree][leaf] = RATE * gradient[leaf] / (curvature[leaf] + RIDGE);
    }
  }

  /** The cut with the largest gain; none that gains leaves all rows on one side. */
  private void split(int tree, int at, int first, double[][][] sums) {
    double best = 0;
    features[tree][at] = 0;
    cuts[tree][at] = BINS;
    for (int feature = 0; feature < sums.length; feature++) {
      double[] sum = sums[feature][at - first];
      double gradient = 0;
      double curvature = 0;
      for (int bin = 0; bin < BINS; bin++) {
        gradient += sum[2 * bin];
        curvature += sum[2 * bin + 1];
      }
      double left = 0;
      double leftCurvature = 0;
      for (int bin = 0; bin < BINS - 1; bin++) {
        left += sum[2 * bin];
        leftCurvature += sum[2 * bin + 1];
        double gain =
            score(left, leftCurvature)
                + score(gradient - left, curvature - leftCurvature)
                - score(gradient, curvature);
        if (gain > best + 1e-9) {
          best = gain;
          features[tree][at] = feature;
          cuts[tree][at] = bin + 1;
        }
      }
    }
  }

  private static double score(double gradient, double curvature) {
    return gradient * gradient / (curvature + RIDGE);
  }

  private int child(int tree, int at, byte[][] binned, int row) {
    return 2 * at + (binned[features[tree][at]][row] < cuts[tree][at] ? 0 : 1);
  }

  /** The score of a row: above 0 where it looks positive. */
  public double score(byte[][] binned, int row) {
    double score = 0;
    for (int tree = 0; tree < trees; tree++) {
      int at = 1;
      while (at < LEAVES) {
        at = child(tree, at, binned, row);
      }
      score += leaves[tree][at - LEAVES];
    }
    return score;
  }
}
