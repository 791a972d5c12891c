package dev.facsimile.analyze.fidelity;

/** The values of some rows of a column, in the order in which the rows are asked for. */
final class ColumnRows {
  private ColumnRows() {}

  static int[] of(int[] column, int[] rows) {
    int[] values = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      values[i] = column[rows[i]];
    }
    return values;
  }

  static long[] of(long[] column, int[] rows) {
    long[] values = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      values[i] = column[rows[i]];
    }
    return values;
  }
}
