package dev.facsimile.replay.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenessTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 15, 16, 31, 32, 1000, 99_999_999, 3_600_000_000_000L})
  void aPercentileIsNeverTooLowAndAtMostASixteenthTooHigh(long late) {
    Lateness lateness = new Lateness();
    lateness.add(late, 99);
    lateness.add(Long.MAX_VALUE / 2, 1);
    long found = lateness.atNanos(99);
    assertTrue(found >= late && found <= late + late / 16, late + " was told as " + found);
  }

  @Test
  void everyTokenCountsNotEveryChunk() {
    Lateness lateness = new Lateness();
    lateness.add(5, 98);
    lateness.add(9, 2);
    assertEquals(5, lateness.atNanos(98));
    assertEquals(9, lateness.atNanos(98.5));
    assertEquals(9, lateness.worstNanos());
    assertEquals(100, lateness.tokens());
  }

  @Test
  void beforeTheFirstTokenNothingWasLate() {
    assertEquals(0, new Lateness().atNanos(99));
  }
}
