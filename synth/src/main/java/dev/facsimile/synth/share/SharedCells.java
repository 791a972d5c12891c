package dev.facsimile.synth.share;

/**
 * A square of counts as densities of regions that have a minimum count each. Cells that have it are
 * told by themselves. What is left in the four quarters of a larger square is told together, evenly
 * over what is left of it, once it has the count; else it is left to the square around it.
 */
public final class SharedCells {
  private final double minCount;
  private final double[][] densities;

  /** Cells that were told: their count is in {@link #densities}. */
  private final boolean[][] told;

  private final long[][] left;

  /** Of a square whose side is a power of two. */
  public SharedCells(long[][] counts, double minCount) {
    this.minCount = minCount;
    this.densities = new double[counts.length][counts.length];
    this.told = new boolean[counts.length][counts.length];
    this.left = counts;
  }

  /** The densities: requests per cell. */
  public double[][] densities() {
    int size = left.length;
    for (int side = 1; side <= size; side *= 2) {
      for (int row = 0; row < size; row += side) {
        for (int column = 0; column < size; column += side) {
          tell(row, column, side);
        }
      }
    }
    return densities;
  }

  private void tell(int firstRow, int firstColumn, int side) {
    long sum = 0;
    int cells = 0;
    for (int row = firstRow; row < firstRow + side; row++) {
      for (int column = firstColumn; column < firstColumn + side; column++) {
        sum += told[row][column] ? 0 : left[row][column];
        cells += told[row][column] ? 0 : 1;
      }
    }
    boolean whole = side == left.length;
    if (sum < minCount && !whole) {
      return;
    }
    double each = cells == 0 ? 0 : Math.max(0, (double) sum / cells);
    for (int row = firstRow; row < firstRow + side; row++) {
      for (int column = firstColumn; column < firstColumn + side; column++) {
        if (!told[row][column]) {
          densities[row][column] = each;
          told[row][column] = true;
        }
      }
    }
  }
}
