package dev.facsimile.synth.prefix;

import dev.facsimile.trace.BlockIds;
import java.util.Arrays;

/** A prompt's blocks as runs of consecutive ids. Immutable. */
public final class Prompt {
  static final Prompt EMPTY = new Prompt(new long[0], new int[0]);

  private final long[] firstIds;

  /** Blocks up to the end of each run. */
  private final int[] ends;

  private Prompt(long[] firstIds, int[] ends) {
    this.firstIds = firstIds;
    this.ends = ends;
  }

  /** Its number of blocks. */
  public int blocks() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  /** The first {@code count} blocks, of at least so many. */
  Prompt prefix(int count) {
    if (count == 0 || count == blocks()) {
      return count == 0 ? EMPTY : this;
    }
    int run = 0;
    while (ends[run] < count) {
      run++;
    }
    int[] cut = Arrays.copyOf(ends, run + 1);
    cut[run] = count;
    return new Prompt(Arrays.copyOf(firstIds, run + 1), cut);
  }

  /** This prompt and {@code count} more blocks, with ids from {@code firstId} on. */
  Prompt then(long firstId, int count) {
    return continued(blocks(), firstId, count);
  }

  /** This prompt and the first {@code count} of some blocks. */
  Prompt then(long[] ids, int count) {
    int runs = ends.length;
    for (int i = 0; i < count; i++) {
      runs += startsRun(ids, i) ? 1 : 0;
    }
    long[] longerIds = Arrays.copyOf(firstIds, runs);
    int[] longerEnds = Arrays.copyOf(ends, runs);
    int run = ends.length - 1;
    int end = blocks();
    for (int i = 0; i < count; i++) {
      if (startsRun(ids, i)) {
        longerIds[++run] = ids[i];
      }
      longerEnds[run] = ++end;
    }
    return new Prompt(longerIds, longerEnds);
  }

  private static boolean startsRun(long[] ids, int i) {
    return i == 0 || ids[i] != ids[i - 1] + 1;
  }

  /**
   * The first {@code kept} blocks, of at least so many, and {@code count} more with ids from {@code
   * firstId} on.
   */
  Prompt continued(int kept, long firstId, int count) {
    if (count == 0) {
      return prefix(kept);
    }
    int runs = 0;
    while (runs < ends.length && (runs == 0 ? 0 : ends[runs - 1]) < kept) {
      runs++;
    }
    long[] longerIds = Arrays.copyOf(firstIds, runs + 1);
    int[] longerEnds = Arrays.copyOf(ends, runs + 1);
    if (runs > 0) {
      longerEnds[runs - 1] = kept;
    }
    longerIds[runs] = firstId;
    longerEnds[runs] = kept + count;
    return new Prompt(longerIds, longerEnds);
  }

  /** All ids, one by one. */
  public BlockIds ids() {
    return BlockIds.ofRuns(firstIds, ends);
  }
}
