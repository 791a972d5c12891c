package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import java.util.Arrays;

/**
 * The rows of a batch of which both lengths are known, one stratum after another, each in its own
 * order: what is counted of a stratum is looked at for several rows at a time, which takes less
 * than to go from one to the other. Holds three numbers for each row of a batch.
 */
final class StratumOrder {
  private final Strata.Finder finder;
  private final int[] next;
  private int[] rows = {};
  private int[] strata = {};
  private int[] known = {};

  StratumOrder(Strata strata) {
    finder = strata.finder();
    next = new int[strata.size() + 1];
  }

  /** Takes a batch, and tells how many rows of it there are. */
  int take(TraceBatch batch) {
    if (rows.length < batch.size()) {
      rows = new int[batch.size()];
      strata = new int[batch.size()];
      known = new int[batch.size()];
    }
    Arrays.fill(next, 0);
    int count = 0;
    for (int row = 0; row < batch.size(); row++) {
      if (batch.lengthsKnown(row)) {
        strata[row] = finder.of(batch, row);
        next[strata[row] + 1]++;
        known[count++] = row;
      }
    }
    for (int stratum = 1; stratum < next.length; stratum++) {
      next[stratum] += next[stratum - 1];
    }
    for (int i = 0; i < count; i++) {
      rows[next[strata[known[i]]]++] = known[i];
    }
    return count;
  }

  /** The row of the batch at a place. */
  int row(int place) {
    return rows[place];
  }

  /** The number of a row's stratum. */
  int stratum(int row) {
    return strata[row];
  }
}
