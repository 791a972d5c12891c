package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.HitRatioCurve;
import dev.facsimile.analyze.cache.SeenBlocks;
import dev.facsimile.analyze.cache.StackDistances;

/**
 * One pass over the blocks of a side's requests: what hits in an infinite cache, and in LRU caches
 * of every capacity. Holds what {@link SeenBlocks} and {@link StackDistances} do.
 */
final class CachePass {
  private static final int EXACT_SEEN = 500_000;
  private static final double RATE = 0.1;
  private static final int HOT = 8192;
  private static final int MOST_TRACKED = 1_000_000;

  private final SeenBlocks seen;
  private final StackDistances distances;

  private CachePass(SeenBlocks seen, StackDistances distances) {
    this.seen = seen;
    this.distances = distances;
  }

  /** Every block counts. */
  static CachePass exact() {
    return new CachePass(new SeenBlocks(Integer.MAX_VALUE), StackDistances.exact());
  }

  /**
   * For any number of blocks: the curve is sampled, and very few blocks count as seen too early.
   */
  static CachePass sampled() {
    return new CachePass(
        new SeenBlocks(EXACT_SEEN), StackDistances.hotExact(RATE, HOT, MOST_TRACKED, 0));
  }

  /**
   * Takes the next request.
   *
   * @param blocks its blocks are those from {@code from} to before {@code to}, at least one
   * @return how many of its leading blocks hit in an infinite cache
   */
  int request(long[] blocks, int from, int to) {
    int found = seen.request(blocks, from, to);
    distances.request(blocks, from, to, found);
    return found;
  }

  /** Hit ratio of LRU caches of every capacity so far. */
  HitRatioCurve curve() {
    return distances.curve();
  }

  /** The share of distinct blocks that the curve is sampled from; 1 when exact. */
  double rate() {
    return distances.rate();
  }
}
