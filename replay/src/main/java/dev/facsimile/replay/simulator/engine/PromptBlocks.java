package dev.facsimile.replay.simulator.engine;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;

/**
 * Chained hashes of a prompt's full blocks in the engine's block size, from what a workload tells
 * of the prompt or from its words. Only what is shared is hashed; the rest of a prompt is its own.
 */
public final class PromptBlocks {
  private static final long[] NONE = new long[0];

  private PromptBlocks() {}

  /**
   * Of a workload's request.
   *
   * @param ids its blocks, in the workload's size
   * @param salt what must be equal too; 0 for none
   */
  public static long[] of(
      BlockIds ids, BlockScheme scheme, int promptTokens, int blockTokens, long salt) {
    int shared = scheme.tokensIn(ids.size(), promptTokens);
    int blocks = shared / blockTokens;
    if (blocks == 0) {
      return NONE;
    }
    long[] hashes = new long[blocks];
    long chain = SeededStreams.mix(salt);
    for (int block = 0; block < blocks; block++) {
      int from = block * blockTokens / scheme.blockTokens();
      int to = ((block + 1) * blockTokens - 1) / scheme.blockTokens();
      for (int id = from; id <= to; id++) {
        chain = chain(chain, ids.get(id));
      }
      hashes[block] = chain;
    }
    return hashes;
  }

  /**
   * Of token ids, or of hashes of a prompt's words.
   *
   * @param salt what must be equal too; 0 for none
   */
  public static long[] of(long[] tokens, int count, int blockTokens, long salt) {
    int blocks = count / blockTokens;
    long[] hashes = new long[blocks];
    long chain = SeededStreams.mix(salt);
    for (int block = 0; block < blocks; block++) {
      for (int i = block * blockTokens; i < (block + 1) * blockTokens; i++) {
        chain = chain(chain, tokens[i]);
      }
      hashes[block] = chain;
    }
    return hashes;
  }

  static long chain(long before, long next) {
    return SeededStreams.mix(before ^ SeededStreams.mix(next));
  }
}
