package dev.facsimile.synth.generate;

/**
 * Drawn rows of a run of root windows, in order of arrival, column by column, and the turns that
 * follow them, whenever those come.
 *
 * @param arrivals nanoseconds
 * @param classes position of each row's class in the model
 * @param inputTokens of the prompts
 * @param outputTokens of the answers
 * @param combinations position of each row's combination in its class's mix
 * @param turns what follows them
 */
record Slice(
    long[] arrivals,
    int[] classes,
    int[] inputTokens,
    int[] outputTokens,
    int[] combinations,
    Following turns) {

  /**
   * The turns of a slice.
   *
   * @param rows the slice's rows that turns continue, ascending
   * @param starts those rows
   * @param turns all turns, in order of arrival
   */
  record Following(int[] rows, Planned[] starts, Planned[] turns) {
    static final Following NONE = new Following(new int[0], new Planned[0], new Planned[0]);
  }

  int rows() {
    return arrivals.length;
  }

  /** The same rows and the turns that follow them. */
  Slice with(Following following) {
    return new Slice(arrivals, classes, inputTokens, outputTokens, combinations, following);
  }
}
