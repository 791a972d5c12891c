package dev.facsimile.synth.generate;

import dev.facsimile.synth.session.Visit;
import java.util.List;
import java.util.Map;

/**
 * Drawn rows of a run of root windows, in order of arrival, column by column, and the turns that
 * follow them, whenever those come.
 *
 * @param arrivals nanoseconds
 * @param classes position of each row's class in the model
 * @param inputTokens of the prompts
 * @param outputTokens of the answers
 * @param combinations position of each row's combination in its class's mix
 * @param starts the rows that start a session with turns
 * @param turns all turns of those, each after the one that it follows
 */
record Slice(
    long[] arrivals,
    int[] classes,
    int[] inputTokens,
    int[] outputTokens,
    int[] combinations,
    Map<Integer, Visit> starts,
    List<Visit> turns) {

  int rows() {
    return arrivals.length;
  }
}
