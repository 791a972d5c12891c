package dev.facsimile.synth.fit;

import dev.facsimile.trace.stats.BlockTable;

/** The last request that had a key. Holds 28 to 56 bytes a key. */
public final class LastSeen {
  private static final int NEVER = -1;

  private final BlockTable table = new BlockTable();
  private int[] last = new int[1024];

  /**
   * Shows it the keys of a part, each once.
   *
   * @param last by key: the last request of the part that has it
   * @param before the requests before those of the part
   * @return by key: the last request before the part that has it, or -1
   */
  public int[] show(long[] keys, int[] last, int before) {
    int[] seen = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int known = table.size();
      int number = table.number(keys[i]);
      if (number == this.last.length) {
        this.last = table.roomIn(this.last);
      }
      seen[i] = number < known ? this.last[number] : NEVER;
      this.last[number] = before + last[i];
    }
    return seen;
  }
}
