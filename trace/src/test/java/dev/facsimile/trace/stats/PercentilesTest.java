package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.NoSuchElementException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void ninetyFiveFastAndFiveSlowAnswers() {
    Percentiles ttft =
        Percentiles.of(LongStream.range(0, 100).map(i -> i % 20 == 0 ? 4_000 : 400).toArray());
    assertEquals(580, ttft.mean());
    assertEquals(400, ttft.at(50));
    assertEquals(400, ttft.at(95));
    assertEquals(4_000, ttft.at(99));
    assertEquals(0.95, ttft.shareUpTo(1_000));
  }

  @Test
  void nearestRankOfTenValues() {
    Percentiles ten = Percentiles.of(10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    assertEquals(1, ten.at(10));
    assertEquals(2, ten.at(10.0001));
    assertEquals(5, ten.at(50));
    assertEquals(10, ten.at(90.5));
    assertEquals(10, ten.at(100));
  }

  @Test
  void aThousandthIsNotLostToBinaryFractions() {
    Percentiles thousand = Percentiles.of(LongStream.rangeClosed(1, 1000).toArray());
    assertEquals(999, thousand.at(99.9));
    assertEquals(290, thousand.at(29));
    assertEquals(70, thousand.at(7));
  }

  @Test
  void nothingHasNoPercentile() {
    assertThrows(NoSuchElementException.class, () -> Percentiles.of().at(50));
    assertThrows(IllegalArgumentException.class, () -> Percentiles.of(1).at(0));
    assertThrows(IllegalArgumentException.class, () -> Percentiles.of(1).at(Double.NaN));
  }
}
