package dev.facsimile.replay.simulator.engine;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Paged KV memory with a prefix cache (Kwon et al., "Efficient memory management for large language
 * model serving with PagedAttention", SOSP 2023). A block that nobody holds is free; if its content
 * is known it can still be found, until it is the least recently freed one and memory is needed. Of
 * a sequence's blocks the last is freed first, so that shared prefixes stay longest.
 *
 * <p>Holds some 30 bytes for each block that was ever used; memory without end grows as needed.
 */
public final class KvCache {
  private static final int NONE = -1;

  private final int blockTokens;
  private final OptionalInt limit;
  private final boolean caching;
  private final LongIntTable known = new LongIntTable();

  private int[] holders = new int[1024];
  private long[] hash = new long[1024];
  private boolean[] hashed = new boolean[1024];
  private int[] before = new int[1024];
  private int[] after = new int[1024];
  private int first = NONE;
  private int last = NONE;
  private int listed;
  private int made;

  private long queriedTokens;
  private long hitTokens;
  private long evictions;

  KvCache(EngineLimits limits) {
    this.blockTokens = limits.blockTokens();
    this.limit = limits.kvBlocks();
    this.caching = limits.prefixCaching();
  }

  /** Blocks that sequences hold. */
  public int usedBlocks() {
    return made - listed;
  }

  /** Blocks that could be taken, known ones included; {@link Integer#MAX_VALUE} without end. */
  public int freeBlocks() {
    return limit.isPresent() ? limit.getAsInt() - usedBlocks() : Integer.MAX_VALUE;
  }

  /** Blocks whose content can be found. */
  public int knownBlocks() {
    return known.size();
  }

  /** The share of the memory that sequences hold, from 0 to 1; 0 without end. */
  public double usage() {
    return limit.isPresent() ? (double) usedBlocks() / limit.getAsInt() : 0;
  }

  /** Tokens of sequences that asked the prefix cache when they first left the queue. */
  public long queriedTokens() {
    return queriedTokens;
  }

  /** Tokens that it had. */
  public long hitTokens() {
    return hitTokens;
  }

  /** Known blocks whose content was lost to others. */
  public long evictions() {
    return evictions;
  }

  /**
   * Leading full blocks of a sequence that can be found; never all of its tokens, since the last
   * one must be computed to give an answer.
   */
  public int find(Sequence sequence) {
    if (!caching) {
      return 0;
    }
    int most = (sequence.tokens() - 1) / blockTokens;
    int found = 0;
    while (found < most && known.get(sequence.blockHash(found)) >= 0) {
      found++;
    }
    return found;
  }

  /**
   * Whether a sequence that holds nothing could start: its found blocks and the others up to {@code
   * tokens}.
   */
  boolean fits(Sequence sequence, int found, int tokens) {
    int needed = blocksFor(tokens) - found;
    for (int i = 0; i < found; i++) {
      needed += holders[known.get(sequence.blockHash(i))] == 0 ? 1 : 0;
    }
    return needed <= freeBlocks();
  }

  /** Gives a sequence that holds nothing its found blocks. */
  void take(Sequence sequence, int found) {
    if (sequence.preemptions == 0) {
      queriedTokens += sequence.tokens();
      hitTokens += (long) found * blockTokens;
    }
    for (int i = 0; i < found; i++) {
      int block = known.get(sequence.blockHash(i));
      if (holders[block]++ == 0) {
        unlist(block);
      }
      sequence.hold(block);
    }
    sequence.knownBlocks = found;
  }

  /**
   * Gives a sequence blocks for its first {@code tokens} tokens in all.
   *
   * @return false, and nothing is given, if memory is short
   */
  boolean grow(Sequence sequence, int tokens) {
    int needed = blocksFor(tokens) - sequence.blockCount;
    if (needed <= 0) {
      return true;
    }
    if (needed > freeBlocks()) {
      return false;
    }
    for (int i = 0; i < needed; i++) {
      int block = fresh();
      holders[block] = 1;
      sequence.hold(block);
    }
    return true;
  }

  /** Makes the full blocks of a sequence's computed tokens findable. */
  void publish(Sequence sequence) {
    if (!caching) {
      return;
    }
    int full = sequence.computed / blockTokens;
    for (int i = sequence.knownBlocks; i < full; i++) {
      long content = sequence.blockHash(i);
      int block = sequence.blocks[i];
      if (known.get(content) < 0) {
        known.put(content, block);
        hash[block] = content;
        hashed[block] = true;
      }
    }
    sequence.knownBlocks = Math.max(sequence.knownBlocks, full);
  }

  /**
   * A turn's answer is in the prompt of the session's next turn: what is still here of its blocks
   * goes by that prompt's names from now on.
   */
  void rename(AnsweredTurn turn, Sequence next) {
    if (!turn.isContinuedBy(next)) {
      return;
    }
    long[] own = turn.ownNames();
    int most = Math.min(own.length, next.namedBlocks() - turn.firstBlock());
    for (int i = 0; i < most; i++) {
      int block = known.get(own[i]);
      long name = next.blockHash(turn.firstBlock() + i);
      if (block >= 0 && known.get(name) < 0) {
        known.remove(own[i]);
        known.put(name, block);
        hash[block] = name;
      }
    }
  }

  /** Takes everything from a sequence. */
  void release(Sequence sequence) {
    for (int i = sequence.blockCount - 1; i >= 0; i--) {
      int block = sequence.blocks[i];
      if (--holders[block] == 0) {
        append(block);
      }
    }
    sequence.blockCount = 0;
    sequence.knownBlocks = 0;
  }

  private int blocksFor(int tokens) {
    return (int) (((long) tokens + blockTokens - 1) / blockTokens);
  }

  /** A block never used before if there is one, else the least recently freed. */
  private int fresh() {
    boolean canMake = limit.isEmpty() || made < limit.getAsInt();
    if (canMake && (listed == 0 || caching)) {
      return make();
    }
    int block = first;
    unlist(block);
    if (hashed[block]) {
      known.remove(hash[block]);
      hashed[block] = false;
      evictions++;
    }
    return block;
  }

  private int make() {
    if (made == holders.length) {
      int length = made * 2;
      holders = Arrays.copyOf(holders, length);
      hash = Arrays.copyOf(hash, length);
      hashed = Arrays.copyOf(hashed, length);
      before = Arrays.copyOf(before, length);
      after = Arrays.copyOf(after, length);
    }
    return made++;
  }

  private void append(int block) {
    before[block] = last;
    after[block] = NONE;
    if (last == NONE) {
      first = block;
    } else {
      after[last] = block;
    }
    last = block;
    listed++;
  }

  private void unlist(int block) {
    if (before[block] == NONE) {
      first = after[block];
    } else {
      after[before[block]] = after[block];
    }
    if (after[block] == NONE) {
      last = before[block];
    } else {
      before[after[block]] = before[block];
    }
    listed--;
  }
}
