package dev.facsimile.anonymize.pseudonym;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;

/**
 * The codes by which blocks are numbered: one for a block that k units share, else one for each
 * unit. A pair of unit and block is told by 64 bits, of which two pairs of n share theirs with a
 * probability below n² ÷ 2<sup>65</sup>. Holds 32 to 56 bytes for each distinct pair.
 */
public final class UnitBlocks {
  private final Pseudonyms pseudonyms;
  private final long[] shared;
  private final BlockTable pairs = new BlockTable();
  private final LongSeries codes = new LongSeries();

  /**
   * Codes under a key.
   *
   * @param shared blocks that k units have, in order
   */
  public UnitBlocks(Pseudonyms pseudonyms, long[] shared) {
    this.pseudonyms = pseudonyms;
    this.shared = shared;
  }

  /** A number of a unit's block, from 0 in the order in which they are asked for. */
  public int pair(long block, long unit) {
    int pair = pairs.number(SeededStreams.mix(block) + unit);
    if (pair == codes.size()) {
      codes.add(
          Arrays.binarySearch(shared, block) >= 0
              ? BlockNumbers.sharedCode(pseudonyms, block)
              : BlockNumbers.ownCode(pseudonyms, unit, block));
    }
    return pair;
  }

  /** The code of such a pair. */
  public long code(int pair) {
    return codes.get(pair);
  }

  /** The codes of all pairs that were asked for, each once and in order. */
  public long[] codes() {
    return Arrays.stream(codes.toArray()).sorted().distinct().toArray();
  }
}
