package dev.facsimile.analyze.cache;

/**
 * A prefix cache of one capacity that evicts blocks in the order in which they came in. Holds four
 * bytes for each distinct block.
 */
public final class FifoCache {
  private final int capacity;

  /** When each block last came in, counted from 1; 0 is never. */
  private final int[] cameIn;

  private int arrivals;
  private long references;
  private long hits;

  /**
   * An empty cache.
   *
   * @param capacity in blocks, 1 or more
   * @param distinct the number of distinct blocks, which are numbered from 0
   */
  public FifoCache(int capacity, int distinct) {
    this.capacity = capacity;
    this.cameIn = new int[distinct];
  }

  /** Looks up a request's blocks, which are numbered, and takes in those that miss. */
  public void request(int[] blocks, int from, int to) {
    int end = from;
    while (end < to && isIn(blocks[end])) {
      end++;
    }
    for (int i = to - 1; i >= end; i--) {
      if (!isIn(blocks[i])) {
        cameIn[blocks[i]] = ++arrivals;
      }
    }
    references += to - from;
    hits += end - from;
  }

  private boolean isIn(int block) {
    return cameIn[block] > 0 && cameIn[block] > arrivals - capacity;
  }

  /** Blocks that hit ÷ blocks looked up; 0 without any. */
  public double hitRatio() {
    return references == 0 ? 0 : (double) hits / references;
  }
}
