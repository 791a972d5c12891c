package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Checkerboard;
import java.util.Arrays;
import java.util.List;

/** Counts pairs of ranks into the cells of a checkerboard copula. */
public final class CheckerboardFit {
  private static final int LARGEST = 64;

  private final long[][] cells;

  /**
   * For {@code rows} pairs: 64 cells on each side, halved until a cell has 4 pairs on the average,
   * so that the copula keeps dependence and not rows.
   */
  public CheckerboardFit(long rows) {
    int size = LARGEST;
    while (size > 1 && (long) size * size > rows / 4) {
      size /= 2;
    }
    cells = new long[size][size];
  }

  /** Counts a pair of ranks, both in [0, 1]. */
  public void add(double inputRank, double outputRank) {
    cells[cell(inputRank)][cell(outputRank)]++;
  }

  private int cell(double rank) {
    return Math.min(cells.length - 1, (int) (rank * cells.length));
  }

  /** The copula so far. */
  public Checkerboard copula() {
    List<List<Long>> rows =
        Arrays.stream(cells).map(row -> Arrays.stream(row).boxed().toList()).toList();
    return new Checkerboard(rows);
  }
}
