package dev.facsimile.analyze.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SampleSizeTest {
  @Test
  void theBoundIsThatOfMlPerf() {
    assertEquals(64, SampleSize.least(90));
    assertEquals(130, SampleSize.least(95));
    assertEquals(662, SampleSize.least(99));
    assertEquals(6636, SampleSize.least(99.9));
  }
}
