package dev.facsimile.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class BlockIdsTest {

  @Test
  void runsOfConsecutiveIdsAreTheIdsThemselves() {
    assertEquals(
        BlockIds.of(7, 8, 9, 100, 3, 4),
        BlockIds.ofRuns(new long[] {7, 100, 3}, new int[] {3, 4, 6}));
    assertSame(BlockIds.of(), BlockIds.ofRuns(new long[0], new int[0]));
  }

  @Test
  void theFirstBlocksOfAPromptAreAPromptOfItsOwn() {
    BlockIds blocks = BlockIds.of(1, 2, 3);
    assertEquals(BlockIds.of(1, 2), blocks.prefix(2));
    assertSame(blocks, blocks.prefix(3));
  }
}
