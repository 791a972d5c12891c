package dev.facsimile.anonymize;

import java.util.BitSet;

/**
 * Prefix hits as {@link dev.facsimile.trace.stats.PrefixHits} counts them, for small dense ids: one
 * bit for each, where that class holds every id.
 */
final class SeenBlocks {
  private final BitSet seen = new BitSet();
  private long blocks;
  private long hits;

  void add(int[] ids) {
    int leading = 0;
    while (leading < ids.length && seen.get(ids[leading])) {
      leading++;
    }
    for (int i = leading; i < ids.length; i++) {
      seen.set(ids[i]);
    }
    blocks += ids.length;
    hits += leading;
  }

  /** Hit blocks ÷ blocks; 0 without blocks. */
  double hitShare() {
    return blocks == 0 ? 0 : (double) hits / blocks;
  }
}
