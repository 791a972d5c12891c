package dev.facsimile.synth.fit;

import dev.facsimile.trace.stats.BlockTable;
import java.util.Arrays;

/**
 * The distinct keys of a part, numbered from 0 in the order of their first requests, each with the
 * last request that has it. Holds 36 to 60 bytes a key.
 */
final class KeyTable {
  private final BlockTable table = new BlockTable();
  private long[] keys = new long[1024];
  private int[] last = new int[1024];

  /** The number of a key, which the request at {@code row} has. */
  int number(long key, int row) {
    int known = table.size();
    int number = table.number(key);
    if (number == known) {
      if (number == keys.length) {
        keys = Arrays.copyOf(keys, 2 * number);
        last = Arrays.copyOf(last, 2 * number);
      }
      keys[number] = key;
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
    return Arrays.copyOf(keys, table.size());
  }

  /** By number: the last request that has it. */
  int[] last() {
    return Arrays.copyOf(last, table.size());
  }
}
