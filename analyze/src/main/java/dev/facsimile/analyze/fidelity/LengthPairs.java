package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.RadixSort;
import java.util.Arrays;

/**
 * Input and output of requests as one number each, sorted, to be looked up. Holds 8 bytes a
 * request.
 */
final class LengthPairs {
  private final long[] sorted;

  /** Of these pairs, in any order. */
  LengthPairs(long[] pairs) {
    sorted = RadixSort.sorted(pairs);
  }

  /** The pairs of a side's requests, in their order. */
  static long[] of(Traffic traffic) {
    long[] pairs = new long[traffic.rows()];
    for (int row = 0; row < pairs.length; row++) {
      pairs[row] = of(traffic, row);
    }
    return pairs;
  }

  /** The pair of one request: its input in the high half, its output in the low one. */
  static long of(Traffic traffic, int row) {
    return (long) traffic.inputs()[row] << 32 | traffic.outputs()[row];
  }

  /** The share of these pairs that occur here. */
  double shareIn(long[] pairs) {
    int found = 0;
    for (long pair : pairs) {
      found += Arrays.binarySearch(sorted, pair) >= 0 ? 1 : 0;
    }
    return pairs.length == 0 ? 0 : (double) found / pairs.length;
  }
}
