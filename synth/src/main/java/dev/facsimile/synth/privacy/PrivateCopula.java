package dev.facsimile.synth.privacy;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.share.SharedCells;
import java.util.Arrays;
import java.util.List;

/**
 * A checkerboard copula from noisy cells. Its rows and columns are made even, because the marginals
 * are told elsewhere.
 */
final class PrivateCopula {
  private static final int LARGEST = 64;
  private static final double PER_CELL = 4;
  private static final double SURE = 8;
  private static final double WEIGHTS = 1e7;

  private final long[][] cells;

  /**
   * For about {@code rows} pairs: so many cells on each side that the mean one stands out of the
   * noise.
   */
  PrivateCopula(double rows, double epsilon) {
    int size = LARGEST;
    while (size > 1 && rows * epsilon < PER_CELL * size * size) {
      size /= 2;
    }
    cells = new long[size][size];
  }

  /** Counts a pair of ranks in [0, 1]. */
  void add(double inputRank, double outputRank) {
    cells[cell(inputRank)][cell(outputRank)]++;
  }

  private int cell(double rank) {
    return Math.min(cells.length - 1, (int) (rank * cells.length));
  }

  /** With {@code epsilon} of the budget. */
  Checkerboard copula(double epsilon, Noise noise) {
    long[][] noisy = new long[cells.length][];
    for (int row = 0; row < cells.length; row++) {
      noisy[row] = Arrays.stream(cells[row]).map(n -> noise.added(n, epsilon, 1)).toArray();
    }
    double[][] smooth = new SharedCells(noisy, SURE / epsilon).densities();
    double all = Arrays.stream(smooth).flatMapToDouble(Arrays::stream).sum();
    if (all == 0) {
      return new Checkerboard(List.of(List.of(1L)));
    }
    return new Checkerboard(
        Arrays.stream(smooth)
            .map(
                row ->
                    Arrays.stream(row)
                        .mapToObj(share -> Math.round(share / all * WEIGHTS))
                        .toList())
            .toList());
  }
}
