package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.PartialLast;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import java.util.Optional;

/**
 * Leaves out a prompt's last block where it is not full: it ends with the prompt, so that its id
 * would tell whole prompts apart.
 *
 * @param raw how the raw trace's blocks are cut; absent when it has none
 * @param partialLast what becomes of it
 */
record BlockCut(Optional<BlockScheme> raw, PartialLast partialLast) {

  /** How the released blocks are cut. */
  Optional<BlockScheme> released() {
    return raw.map(
        scheme ->
            new BlockScheme(
                scheme.blockTokens(),
                scheme.scope(),
                scheme.partialLast() && partialLast != PartialLast.DROP));
  }

  /** The ids whose equality is released; without a known length the last one counts as not full. */
  Optional<long[]> of(Request request) {
    if (raw.isEmpty() || !raw.get().partialLast() || partialLast == PartialLast.KEEP) {
      return request.prefixBlocks().map(BlockIds::toArray);
    }
    return request.prefixBlocks().map(ids -> ids.prefix(fullBlocks(ids, request)).toArray());
  }

  /** Whether the last block, which is left out here, gets a number of its own. */
  boolean renumbersLast() {
    return partialLast == PartialLast.RENUMBER;
  }

  /** Full blocks in that many tokens. */
  int fullBlocks(int tokens) {
    return raw.map(scheme -> tokens / scheme.blockTokens()).orElse(0);
  }

  private int fullBlocks(BlockIds ids, Request request) {
    return request.tokens().input().isPresent()
        ? Math.min(ids.size(), request.tokens().input().getAsInt() / raw.get().blockTokens())
        : Math.max(0, ids.size() - 1);
  }
}
