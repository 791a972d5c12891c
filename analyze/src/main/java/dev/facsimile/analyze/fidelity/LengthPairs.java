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

  /** Those of the requests from one to before another. */
  static long[] of(Traffic traffic, int from, int to) {
    long[] pairs = new long[to - from];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = of(traffic, from + i);
    }
    return pairs;
  }

  /** The pairs of a side's requests, in their order. */
  static long[] of(Traffic traffic) {
    return of(traffic, 0, traffic.rows());
  }

  /** The pair of one request: its input in the high half, its output in the low one. */
  static long of(Traffic traffic, int row) {
    return of(traffic.inputs()[row], traffic.outputs()[row]);
  }

  static long of(int input, int output) {
    return (long) input << 32 | output;
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
