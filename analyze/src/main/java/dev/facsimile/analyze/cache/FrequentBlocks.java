package dev.facsimile.analyze.cache;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The most frequent ids of a stream: Misra and Gries's counters ("Finding repeated elements",
 * 1982), which hold what Space-Saving's do. When there are too many, the median count is taken off
 * all of them and those at 0 go. A count is never above the true one, and below it by at most
 * references ÷ (most ÷ 2). Holds 24 bytes for each of {@code most} ids.
 */
final class FrequentBlocks {
  private final int most;
  private final LongConsumer onDropped;
  private long[] keys;
  private int[] counts;
  private int size;

  /**
   * Nothing counted yet.
   *
   * @param most ids counted at a time
   * @param onDropped told of every id whose counter goes
   */
  FrequentBlocks(int most, LongConsumer onDropped) {
    this.most = most;
    this.onDropped = onDropped;
    int room = Integer.highestOneBit(most) * 4;
    this.keys = new long[room];
    this.counts = new int[room];
  }

  /** Counts a reference and gives the count so far. */
  int count(long id) {
    int place = place(id);
    if (counts[place] == 0) {
      if (size == most) {
        dropSmallHalf();
        place = place(id);
      }
      keys[place] = id;
      size++;
    }
    return ++counts[place];
  }

  /** Whether the id is being counted. */
  boolean contains(long id) {
    return counts[place(id)] > 0;
  }

  private int place(long id) {
    int mask = keys.length - 1;
    int place = (int) SeededStreams.mix(id) & mask;
    while (counts[place] != 0 && keys[place] != id) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void dropSmallHalf() {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    int[] sorted = Arrays.stream(oldCounts).filter(count -> count > 0).sorted().toArray();
    int median = sorted[sorted.length / 2];
    keys = new long[oldKeys.length];
    counts = new int[oldCounts.length];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldCounts[i] > median) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        counts[place] = oldCounts[i] - median;
        size++;
      } else if (oldCounts[i] > 0) {
        onDropped.accept(oldKeys[i]);
      }
    }
  }
}
