package dev.facsimile.synth.share;

import java.util.List;

/**
 * Makes the rows and columns of a copula even again after its cells were told less exactly, by
 * turns (Deming, Stephan, "On a least squares adjustment of a sampled frequency table", 1940): what
 * share of the requests each rank has is known.
 */
final class EvenMargins {
  private static final int ROUNDS = 200;

  private EvenMargins() {}

  /**
   * Scales rows and columns so that those of the sum of some squares are even, and the sum of all
   * cells stays. Rows and columns that are empty stay so.
   */
  static void fit(List<double[][]> squares) {
    for (int round = 0; round < ROUNDS; round++) {
      scale(squares, true);
      scale(squares, false);
    }
  }

  private static void scale(List<double[][]> squares, boolean rows) {
    int size = squares.get(0).length;
    double[] sums = new double[size];
    double all = 0;
    for (double[][] square : squares) {
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          sums[rows ? i : j] += square[i][j];
          all += square[i][j];
        }
      }
    }
    for (double[][] square : squares) {
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          double sum = sums[rows ? i : j];
          square[i][j] *= sum > 0 ? all / size / sum : 0;
        }
      }
    }
  }
}
