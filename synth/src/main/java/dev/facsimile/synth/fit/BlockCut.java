package dev.facsimile.synth.fit;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import java.util.OptionalInt;

/** Sees whether prompts have as many block ids as their scheme says. */
final class BlockCut {
  /** Public traces that follow their scheme miss it in up to 1.5 % of the rows. */
  private static final double TOLERATED = 0.05;

  private long requests;
  private long others;
  private long tokens;
  private long ids;

  void add(Request request, BlockScheme scheme) {
    if (request.prefixBlocks().isEmpty()) {
      return;
    }
    int input = request.tokens().input().getAsInt();
    int size = request.prefixBlocks().get().size();
    requests++;
    tokens += input;
    ids += size;
    others += size == scheme.blocksOf(input) ? 0 : 1;
  }

  /** Mean tokens per id, where they do not follow the scheme. */
  OptionalInt tokensPerBlock() {
    return others <= TOLERATED * requests || ids == 0
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.max(1, Math.rint((double) tokens / ids)));
  }
}
