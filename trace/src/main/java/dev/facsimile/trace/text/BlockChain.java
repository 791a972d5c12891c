package dev.facsimile.trace.text;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.random.SeededStreams;

/**
 * Chained block ids of token sequences: the id of a block depends on its tokens and on every block
 * before it, so that equal ids mean equal prefixes. Only full blocks get an id.
 *
 * @param blockTokens tokens in a block
 */
public record BlockChain(int blockTokens) {

  public BlockChain {
    if (blockTokens < 1) {
      throw new IllegalArgumentException("block tokens is " + blockTokens + ", expected 1 or more");
    }
  }

  /** The ids of the full blocks of {@code tokens}. Not keyed: ids of a raw trace only. */
  public BlockIds ids(long[] tokens) {
    long[] ids = new long[tokens.length / blockTokens];
    long chain = 0;
    for (int block = 0; block < ids.length; block++) {
      for (int i = block * blockTokens; i < (block + 1) * blockTokens; i++) {
        chain = SeededStreams.mix(chain ^ SeededStreams.mix(tokens[i]));
      }
      ids[block] = chain;
    }
    return BlockIds.of(ids);
  }
}
