package dev.facsimile.trace;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The ids of a prompt's leading token blocks, first block first. Two prompts share their first k
 * blocks exactly when their first k ids are equal. Immutable.
 */
public final class BlockIds {
  private static final BlockIds EMPTY = new BlockIds(new long[0]);

  private final long[] ids;

  private BlockIds(long[] ids) {
    this.ids = ids;
  }

  /** A copy of {@code ids}. */
  public static BlockIds of(long... ids) {
    return ids.length == 0 ? EMPTY : new BlockIds(ids.clone());
  }

  /**
   * Runs of consecutive ids.
   *
   * @param firstIds the first id of each run
   * @param ends blocks up to the end of each run, ascending
   */
  public static BlockIds ofRuns(long[] firstIds, int[] ends) {
    if (ends.length == 0) {
      return EMPTY;
    }
    long[] ids = new long[ends[ends.length - 1]];
    int block = 0;
    for (int run = 0; run < ends.length; run++) {
      for (long id = firstIds[run]; block < ends[run]; id++) {
        ids[block++] = id;
      }
    }
    return new BlockIds(ids);
  }

  public int size() {
    return ids.length;
  }

  /** The id of block {@code index}, counted from 0. */
  public long get(int index) {
    return ids[index];
  }

  /** The first {@code count} blocks. */
  public BlockIds prefix(int count) {
    return count == ids.length ? this : new BlockIds(Arrays.copyOf(ids, count));
  }

  @JsonValue
  public long[] toArray() {
    return ids.clone();
  }

  public LongStream stream() {
    return Arrays.stream(ids);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockIds that && Arrays.equals(ids, that.ids);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }

  @Override
  public String toString() {
    return Arrays.toString(ids);
  }
}
