package dev.facsimile.synth.fit;

import dev.facsimile.trace.header.BlockScheme;
import java.io.Serializable;
import java.util.OptionalInt;

/** Sees whether prompts have as many block ids as their scheme says. */
final class BlockCut implements Serializable {
  private static final long serialVersionUID = 1;

  /** Public traces that follow their scheme miss it in up to 1.5 % of the rows. */
  private static final double TOLERATED = 0.05;

  private long requests;
  private long others;
  private long tokens;
  private long ids;

  /** Takes a prompt of so many tokens and block ids. */
  void add(int input, int size, BlockScheme scheme) {
    requests++;
    tokens += input;
    ids += size;
    others += size == scheme.blocksOf(input) ? 0 : 1;
  }

  /** Takes what another has seen. */
  void merge(BlockCut other) {
    requests += other.requests;
    others += other.others;
    tokens += other.tokens;
    ids += other.ids;
  }

  /** Mean tokens per id, where they do not follow the scheme. */
  OptionalInt tokensPerBlock() {
    return others <= TOLERATED * requests || ids == 0
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.max(1, Math.rint((double) tokens / ids)));
  }
}
