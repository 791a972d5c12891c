package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.random.SeededStreams;
import org.junit.jupiter.api.Test;

class BlockTableTest {
  @Test
  void aDenseTableNumbersAsAPlainOneDoes() {
    BlockTable plain = new BlockTable();
    BlockTable dense = BlockTable.dense();
    for (int i = 0; i < 50_000; i++) {
      long key = SeededStreams.mix(i % 20_000);
      assertEquals(plain.number(key), dense.number(key));
    }
    assertEquals(20_000, dense.size());
    assertEquals(19_999, dense.indexOf(SeededStreams.mix(19_999)));
    assertEquals(-1, dense.indexOf(SeededStreams.mix(20_000)));
  }

  @Test
  void keysAreToldInTheOrderOfTheirFirstAppearance() {
    BlockTable table = new BlockTable();
    assertArrayEquals(new long[0], table.keys());
    long[] expected = new long[3_000];
    for (int i = 0; i < expected.length; i++) {
      // 0 is a key like any other.
      expected[i] = i == 1_500 ? 0 : SeededStreams.mix(i + 1);
      table.number(expected[i]);
      table.number(expected[i / 2]);
    }
    assertArrayEquals(expected, table.keys());
  }
}
