package dev.facsimile.anonymize.risk;

/**
 * Rows by the group they belong to, in the order in which they were given within each; a counting
 * sort. Holds 4 bytes for each row and each group.
 *
 * @param starts where each group's rows begin, and at the end where the last one's stop
 * @param rows the rows, group after group
 */
record Grouped(int[] starts, int[] rows) {

  /**
   * Groups rows.
   *
   * @param groupOf the group of each row, from 0
   * @param order the rows in the order that each group is to keep
   */
  static Grouped of(int groups, int[] groupOf, int[] order) {
    int[] starts = new int[groups + 1];
    for (int group : groupOf) {
      starts[group + 1]++;
    }
    for (int group = 0; group < groups; group++) {
      starts[group + 1] += starts[group];
    }
    int[] next = starts.clone();
    int[] rows = new int[groupOf.length];
    for (int row : order) {
      rows[next[groupOf[row]]++] = row;
    }
    return new Grouped(starts, rows);
  }

  int groups() {
    return starts.length - 1;
  }

  int size(int group) {
    return starts[group + 1] - starts[group];
  }

  /** The {@code index}th row of a group. */
  int row(int group, int index) {
    return rows[starts[group] + index];
  }
}
