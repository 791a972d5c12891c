package dev.facsimile.replay.simulator.engine;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a finished turn has left in its replica's memory and the session's next turn asks for: the
 * blocks of its answer, and those at the end of its prompt whose block in the workload was not full
 * yet. The workload names their content only in the next turn's prompt, so until that comes they go
 * by names of their own.
 */
public final class AnsweredTurn {
  private final int tokens;
  private final int sharedBlocks;
  private final long[] names;

  private AnsweredTurn(int tokens, int sharedBlocks, long[] names) {
    this.tokens = tokens;
    this.sharedBlocks = sharedBlocks;
    this.names = names;
  }

  /**
   * Of a sequence that has ended. Empty where its prompt filled no block of the workload: whether
   * the next prompt goes on from it could not be told.
   *
   * @param workloadBlockTokens tokens in a block of the workload
   * @param blockTokens tokens in a block of the engine
   */
  public static Optional<AnsweredTurn> of(
      Sequence ended, int workloadBlockTokens, int blockTokens) {
    int certain = ended.promptTokens() / workloadBlockTokens * workloadBlockTokens / blockTokens;
    if (certain == 0 || ended.namedBlocks() < certain) {
      return Optional.empty();
    }
    int tokens = ended.promptTokens() + ended.outputTokens();
    // The last token was never computed: nothing came after it.
    int full = (tokens - 1) / blockTokens;
    long[] names = new long[full - certain + 1];
    for (int i = 0; i < names.length; i++) {
      names[i] = ended.blockHash(certain - 1 + i);
    }
    return Optional.of(new AnsweredTurn(tokens, certain, names));
  }

  /** Whether a prompt goes on from this turn: it is longer, and equal as far as that is known. */
  boolean isContinuedBy(Sequence next) {
    return next.promptTokens() >= tokens
        && next.namedBlocks() >= sharedBlocks
        && next.blockHash(sharedBlocks - 1) == names[0];
  }

  /** The first block that goes by a name of its own. */
  int firstBlock() {
    return sharedBlocks;
  }

  /** Their names, from {@link #firstBlock} on. */
  long[] ownNames() {
    return Arrays.copyOfRange(names, 1, names.length);
  }
}
