package dev.facsimile.synth.fit;

import dev.facsimile.trace.stats.BlockTable;
import java.util.Arrays;

/**
 * The distinct keys of a part, numbered from 0 in the order of their first requests, each with the
 * last request that has it. Holds 28 to 52 bytes a key.
 */
final class KeyTable {
  private final BlockTable table = new BlockTable();
  private int[] last = new int[1024];

  /**
   * The number of a key, which the request at {@code row} has.
   *
   * @param guess likely to be its number
   */
  int number(long key, int row, int guess) {
    int number = table.number(key, guess);
    if (number == last.length) {
      last = table.roomIn(last);
    }
    last[number] = row;
    return number;
  }

  /** How many there are. */
  int size() {
    return table.size();
  }

  /** By number: the key. */
  long[] keys() {
    return table.keys();
  }

  /** By number: the last request that has it. */
  int[] last() {
    return Arrays.copyOf(last, table.size());
  }
}
