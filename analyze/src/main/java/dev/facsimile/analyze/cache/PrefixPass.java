package dev.facsimile.analyze.cache;

import java.util.Arrays;

/**
 * Requests that go through caches of several kinds at once: infinite, LRU of every capacity, FIFO
 * of some capacities. Blocks are numbered from 0.
 */
public final class PrefixPass {
  private final LruStack stack = new LruStack();
  private final HitRatioCurve curve = new HitRatioCurve();
  private final FifoCache[] fifo;

  /**
   * Empty caches.
   *
   * @param distinct the number of distinct blocks
   * @param fifoCapacities in blocks
   */
  public PrefixPass(int distinct, int[] fifoCapacities) {
    fifo =
        Arrays.stream(fifoCapacities)
            .mapToObj(capacity -> new FifoCache(capacity, distinct))
            .toArray(FifoCache[]::new);
  }

  /**
   * Takes the next request.
   *
   * @param blocks its blocks are those from {@code from} to before {@code to}
   * @return how many of its leading blocks hit in the infinite cache
   */
  public int request(int[] blocks, int from, int to) {
    curve.addReferences(to - from);
    int end = from;
    int deepest = 0;
    while (end < to && stack.contains(blocks[end])) {
      deepest = Math.max(deepest, stack.lightAbove(blocks[end]));
      curve.addHit(deepest, 1);
      end++;
    }
    for (int i = to - 1; i >= from; i--) {
      stack.touch(blocks[i], false);
    }
    for (FifoCache cache : fifo) {
      cache.request(blocks, from, to);
    }
    return end - from;
  }

  /** Hit ratio of LRU caches. */
  public HitRatioCurve lru() {
    return curve;
  }

  /** Hit ratios of the FIFO caches, in the order of their capacities. */
  public double[] fifo() {
    return Arrays.stream(fifo).mapToDouble(FifoCache::hitRatio).toArray();
  }
}
