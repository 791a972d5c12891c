package dev.facsimile.analyze.cache;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.List;

/**
 * An infinite prefix cache: how many leading blocks of a request were seen before. Exact for as
 * many distinct blocks as it was made for; further ones go into Bloom filters (each twice as large
 * as the one before, 16 bits a block, all bits of a block in one 64-byte line), which take fewer
 * than one new block in 100 for one seen.
 */
public final class SeenBlocks {
  private final int mostExact;
  private final BlockTable table = new BlockTable();
  private final List<Filter> filters = new ArrayList<>();

  /** Nothing seen yet. */
  public SeenBlocks(int mostExact) {
    this.mostExact = mostExact;
  }

  /**
   * Takes the next request.
   *
   * @param blocks its blocks are those from {@code from} to before {@code to}
   * @return how many of its leading blocks hit
   */
  public int request(long[] blocks, int from, int to) {
    int end = from;
    while (end < to && contains(blocks[end])) {
      end++;
    }
    for (int i = end; i < to; i++) {
      add(blocks[i]);
    }
    return end - from;
  }

  private boolean contains(long id) {
    // The latest first: prompts mostly grow from recent ones.
    for (int i = filters.size() - 1; i >= 0; i--) {
      if (filters.get(i).contains(id)) {
        return true;
      }
    }
    return table.indexOf(id) >= 0;
  }

  private void add(long id) {
    if (table.size() < mostExact) {
      table.number(id);
      return;
    }
    Filter last = filters.isEmpty() ? null : filters.get(filters.size() - 1);
    if (last == null || last.isFull()) {
      last = new Filter(last == null ? mostExact : Math.min(2L * last.most, 1L << 27));
      filters.add(last);
    }
    last.add(id);
  }

  /** One blocked Bloom filter (Putze, Sanders, Singler, "Cache-, hash- and space-efficient…"). */
  private static final class Filter {
    private static final int LINE_WORDS = 8;
    private static final int BITS_OF_BLOCK = 16;
    private static final int PROBES = 6;
    private static final long SALT = 0x5bf03635dcd1f3a7L;

    private final long most;
    private final long[] words;
    private long added;

    Filter(long most) {
      this.most = most;
      this.words = new long[(int) (most * BITS_OF_BLOCK / 512 + 1) * LINE_WORDS];
    }

    boolean isFull() {
      return added >= most;
    }

    void add(long id) {
      added++;
      int line = line(id);
      long probes = SeededStreams.mix(id ^ SALT);
      for (int i = 0; i < PROBES; i++, probes >>>= 9) {
        words[line + ((int) (probes >>> 6) & 7)] |= 1L << probes;
      }
    }

    boolean contains(long id) {
      int line = line(id);
      long probes = SeededStreams.mix(id ^ SALT);
      for (int i = 0; i < PROBES; i++, probes >>>= 9) {
        if ((words[line + ((int) (probes >>> 6) & 7)] & 1L << probes) == 0) {
          return false;
        }
      }
      return true;
    }

    private int line(long id) {
      return (int) Math.multiplyHigh(SeededStreams.mix(id) >>> 1, words.length / LINE_WORDS * 2L)
          * LINE_WORDS;
    }
  }
}
