package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.HitRatioCurve;
import java.util.Optional;

/**
 * What one side's prefix blocks come to. Up to {@link #MOST_EXACT} blocks everything is exact, and
 * every request's blocks are held; above, the curve is sampled, and the blocks of a random share of
 * whole sessions are held. Holds 8 bytes a request besides.
 *
 * @param blockCounts the number of blocks of every request; 0 for one without
 * @param hitBlocks how many leading ones of them an infinite cache, empty at the start, would hold
 * @param held the blocks of some requests, or of all
 * @param lru hit ratio of LRU caches of every capacity
 * @param sampleRate the share of distinct blocks that the curve was sampled from; 1 when exact
 * @param unordered why the requests could not be taken in order of arrival, so that curve and hits
 *     mean nothing
 */
record Prefixes(
    int[] blockCounts,
    int[] hitBlocks,
    HeldBlocks held,
    HitRatioCurve lru,
    double sampleRate,
    Optional<String> unordered) {
  /** Blocks of one side, counted each time they occur, that are held and counted exactly. */
  static final int MOST_EXACT = 5_000_000;

  /** Whether every request's blocks are held and the curve counts every one. */
  boolean exact() {
    return sampleRate == 1;
  }

  /** Of some of the requests, which ascend; the curve stays that of all. */
  Prefixes at(int[] rows) {
    return new Prefixes(
        ColumnRows.of(blockCounts, rows),
        ColumnRows.of(hitBlocks, rows),
        held.at(rows),
        lru,
        sampleRate,
        unordered);
  }
}
