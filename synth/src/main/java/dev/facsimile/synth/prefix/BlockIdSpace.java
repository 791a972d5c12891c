package dev.facsimile.synth.prefix;

import dev.facsimile.trace.random.SeededStreams;

/**
 * Hands out ids for generated blocks: a namespace of their own, below 2<sup>53</sup> so that every
 * JSON reader keeps them. Trunk blocks have the same ids whatever the seed, because a system prompt
 * is the same asset in every workload of a model; all others differ from seed to seed.
 */
public final class BlockIdSpace {
  private static final long TRUNK = 1L << 52;
  private static final int SEED_BITS = 20;
  private static final int COUNTER_BITS = 31;

  /** Trunk ids of one class; a trunk has fewer blocks. */
  private static final int TRUNK_PER_CLASS = 1 << 13;

  private long next;

  /** For a workload of this seed. */
  public BlockIdSpace(long seed) {
    long bits = SeededStreams.mix(seed) >>> (64 - SEED_BITS);
    next = (bits << COUNTER_BITS) + 1;
  }

  /** The first of {@code count} new ids in a row. */
  long take(int count) {
    long first = next;
    next += count;
    return first;
  }

  /** The id of a trunk's block, at a position from 1. */
  static long trunk(int classNumber, int position) {
    return TRUNK + (long) classNumber * TRUNK_PER_CLASS + position;
  }
}
