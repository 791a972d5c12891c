package dev.facsimile.anonymize.text;

import dev.facsimile.trace.BlockIds;

/** Sees the blocks of each prompt. */
@FunctionalInterface
public interface PromptBlocks {
  /**
   * Takes those of the next prompt, by chained ids: a block hits only where all before it do.
   *
   * @param raw as it was
   * @param hitsBefore its first blocks that a prompt before it has
   * @param released as it is released
   * @param hitsAfter the same of the released ones
   */
  void prompt(BlockIds raw, int hitsBefore, BlockIds released, int hitsAfter);
}
