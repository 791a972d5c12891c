package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
  void aGuessChangesNoNumber() {
    BlockTable plain = new BlockTable();
    BlockTable guessed = new BlockTable();
    for (int i = 0; i < 10_000; i++) {
      long key = SeededStreams.mix(i * 7L % 3_000);
      // Right, wrong, and numbers that no key has.
      int guess = i % 3 == 0 ? plain.indexOf(key) : i % 3 == 1 ? i / 2 : i - 20_000;
      assertEquals(plain.number(key), guessed.number(key, guess));
    }
    assertArrayEquals(plain.keys(), guessed.keys());
    assertEquals(plain.keys()[2_999], guessed.key(2_999));
    assertThrows(IndexOutOfBoundsException.class, () -> guessed.key(3_000));
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
