package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.BlockIds;
import org.junit.jupiter.api.Test;

class PrefixHitsTest {
  @Test
  void aHitIsAPrefixNeverABlockBehindAMiss() {
    PrefixHits hits = new PrefixHits();
    assertEquals(0, hits.add(BlockIds.of(1, 2, 3), 40, 16));
    assertEquals(2, hits.add(BlockIds.of(1, 2, 9), 40, 16));
    assertEquals(0, hits.add(BlockIds.of(7, 2, 3), 40, 16));
    assertEquals(3, hits.add(BlockIds.of(1, 2, 3), 40, 16));
    assertEquals(5.0 / 12, hits.blockShare(), 1e-12);
    // The last block of 40 tokens holds 8 of them: 32 + 40 of 160.
    assertEquals(72.0 / 160, hits.tokenShare(), 1e-12);
    assertEquals((32.0 / 40 + 1) / 4, hits.requestMean(), 1e-12);
    assertEquals(5, hits.distinctBlocks());
  }
}
