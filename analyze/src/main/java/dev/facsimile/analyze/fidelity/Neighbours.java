package dev.facsimile.analyze.fidelity;

/**
 * What the requests before some of a side's requests tell of them, where only those some are held.
 *
 * @param gaps nanoseconds since the request before; 0 for the first
 * @param inputsBefore input tokens of the request before; the first has its own
 * @param outputsBefore its output tokens
 * @param around requests that arrived shortly before, see {@link DetailPlan#windowNanos(long)}
 */
record Neighbours(long[] gaps, int[] inputsBefore, int[] outputsBefore, int[] around) {

  /** Those of some of the requests. */
  Neighbours at(int[] rows) {
    return new Neighbours(
        ColumnRows.of(gaps, rows),
        ColumnRows.of(inputsBefore, rows),
        ColumnRows.of(outputsBefore, rows),
        ColumnRows.of(around, rows));
  }
}
