package dev.facsimile.synth.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CascadeLevelTest {
  private static final Cascade.Level STEEP = new Cascade.Level(1_000, 0.49, 0, new TreeMap<>());

  @Test
  void theLeftHalfLeansTowardsTheWindowBefore() {
    assertEquals(0.5 + 0.49 * 0.6, STEEP.left(0.5, 7, 2, 1), 1e-12);
    assertEquals(0.5 - 0.49 * 0.6, STEEP.left(0.5, 1, 2, 7), 1e-12);
  }

  @Test
  void aHalfHasAProbabilityHoweverMuchOfTheOtherIsSilent() {
    assertEquals(1, STEEP.left(0.75, 1_000, 1, 0));
    assertEquals(0, STEEP.left(0.25, 0, 1, 1_000));
    for (int silent = 0; silent <= 16; silent++) {
      for (int before = 0; before <= 100; before++) {
        double p = STEEP.left(silent / 16.0, before, 1, 100 - before);
        assertTrue(p >= 0 && p <= 1, p + " of " + silent + " and " + before);
      }
    }
  }
}
