package dev.facsimile.replay.simulator.engine;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;

/**
 * Chained hashes of the blocks that an answer fills, where its content is known: every token of it
 * is the same. They go on from those of the prompt, so that a prompt with that answer in it finds
 * them. Holds 8 bytes for each block that was asked for.
 */
public final class AnswerBlocks {
  private final long token;
  private final int blockTokens;
  private final int promptBlocks;
  private final long[] promptRest;
  private long[] hashes = new long[4];
  private int known;
  private long chain;

  /**
   * After a prompt.
   *
   * @param prompt its tokens, as {@link PromptBlocks#of(long[], int, int, long)} took them
   * @param named its blocks' hashes, as that made them
   * @param token the answer's only token
   */
  public AnswerBlocks(long[] prompt, long[] named, int blockTokens, long salt, long token) {
    this.token = token;
    this.blockTokens = blockTokens;
    this.promptBlocks = named.length;
    this.promptRest = Arrays.copyOfRange(prompt, named.length * blockTokens, prompt.length);
    this.chain = named.length == 0 ? SeededStreams.mix(salt) : named[named.length - 1];
  }

  /** The hash of a block, counted from the prompt's first. */
  long hash(int block) {
    while (promptBlocks + known <= block) {
      int rest = known == 0 ? promptRest.length : 0;
      for (int i = 0; i < blockTokens; i++) {
        chain = PromptBlocks.chain(chain, i < rest ? promptRest[i] : token);
      }
      if (known == hashes.length) {
        hashes = Arrays.copyOf(hashes, known * 2);
      }
      hashes[known++] = chain;
    }
    return hashes[block - promptBlocks];
  }
}
