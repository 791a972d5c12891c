package dev.facsimile.anonymize.risk;

import java.util.BitSet;

/**
 * Prefix hits as {@link dev.facsimile.trace.stats.PrefixHits} counts them, for small dense ids: one
 * bit for each, where that class holds every id.
 */
final class HitCount {
  private final BitSet seen = new BitSet();
  private long blocks;
  private long hits;
  private long tokens;
  private long hitTokens;

  /**
   * Counts a prompt and puts its blocks into the cache.
   *
   * @param inputTokens its length; 0 where it is not known
   */
  void add(int[] ids, int inputTokens, int blockTokens) {
    int leading = 0;
    while (leading < ids.length && seen.get(ids[leading])) {
      leading++;
    }
    for (int i = leading; i < ids.length; i++) {
      seen.set(ids[i]);
    }
    blocks += ids.length;
    hits += leading;
    tokens += inputTokens;
    hitTokens += Math.min((long) leading * blockTokens, inputTokens);
  }

  /** Hit blocks ÷ blocks; 0 without blocks. */
  double blockShare() {
    return blocks == 0 ? 0 : (double) hits / blocks;
  }

  /** Hit tokens ÷ input tokens; 0 without tokens. */
  double tokenShare() {
    return tokens == 0 ? 0 : (double) hitTokens / tokens;
  }
}
