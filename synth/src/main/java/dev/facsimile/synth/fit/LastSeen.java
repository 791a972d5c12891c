package dev.facsimile.synth.fit;

import dev.facsimile.trace.stats.BlockTable;

/** The last request that had a key. Holds 28 to 52 bytes a key. */
public final class LastSeen {
  private static final int NEVER = -1;

  private final BlockTable table = new BlockTable();
  private int[] last = new int[1024];
  private int known;

  /** The numbers of the keys of a part, each of which is there once. */
  int[] numbers(long[] keys) {
    int[] numbers = new int[keys.length];
    int next = 0;
    for (int i = 0; i < keys.length; i++) {
      numbers[i] = table.number(keys[i], next);
      next = numbers[i] + 1;
    }
    last = table.roomIn(last);
    return numbers;
  }

  /**
   * Shows it the keys of a part, by their numbers.
   *
   * @param last by key: the last request of the part that has it
   * @param before the requests before those of the part
   * @return by key: the last request before the part that has it, or -1
   */
  int[] show(int[] numbers, int[] last, int before) {
    int[] seen = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      seen[i] = numbers[i] < known ? this.last[numbers[i]] : NEVER;
      this.last[numbers[i]] = before + last[i];
    }
    known = table.size();
    return seen;
  }

  /** The key of this number. */
  long key(int number) {
    return table.key(number);
  }

  /** {@link #show(int[], int[], int)} of the keys themselves. */
  int[] show(long[] keys, int[] last, int before) {
    return show(numbers(keys), last, before);
  }
}
