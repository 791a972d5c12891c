package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class EstimateTest {
  /** The intervals of 0 and 5 of 10 are in every table of Wilson's. */
  @Test
  void aShareHasWilsonsInterval() {
    Estimate none = Estimate.share(0, 10);
    assertEquals(0, none.low());
    assertEquals(0.2775, none.high(), 5e-5);
    Estimate half = Estimate.share(5, 10);
    assertEquals(0.2366, half.low(), 5e-5);
    assertEquals(0.7634, half.high(), 5e-5);
    assertEquals(1, Estimate.share(10, 10).high());
  }

  /** Newcombe 1998, table II (a), method 10: 56/70 − 48/80 is 0.2, from 0.0524 to 0.3339. */
  @Test
  void aGainHasNewcombesIntervalOverWhatTheControlLeavesOpen() {
    Estimate gain = Estimate.gain(Estimate.share(56, 70), Estimate.share(48, 80));
    assertEquals(0.2 / 0.4, gain.value(), 1e-9);
    assertEquals(0.0524 / 0.4, gain.low(), 2e-4);
    assertEquals(0.3339 / 0.4, gain.high(), 2e-4);
  }

  @Test
  void nothingIsGainedWhereTheControlIsAlwaysRight() {
    assertEquals(0, Estimate.gain(Estimate.share(9, 9), Estimate.share(9, 9)).value());
  }

  @Test
  void moreSuccessesThanTrialsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Estimate.share(3, 2));
    assertThrows(IllegalArgumentException.class, () -> Estimate.share(0, 0));
  }
}
