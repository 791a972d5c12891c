package dev.facsimile.synth.generate;

/**
 * Drawn rows of a run of root windows, in order of arrival; column by column.
 *
 * @param arrivals nanoseconds
 * @param classes position of each row's class in the model
 * @param inputTokens of the prompts
 * @param outputTokens of the answers
 * @param combinations position of each row's combination in its class's mix
 */
record Slice(
    long[] arrivals, int[] classes, int[] inputTokens, int[] outputTokens, int[] combinations) {

  int rows() {
    return arrivals.length;
  }
}
