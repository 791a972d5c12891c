package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class ArrivalStatsTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void countsLeaveOutTheLastNotWholeWindow() {
    long[] arrivals = {0, 1, SECOND - 1, SECOND, 3 * SECOND, 3 * SECOND + 5};
    assertArrayEquals(
        new int[] {3, 1, 0}, Dispersion.counts(arrivals, 3 * SECOND + SECOND / 2, SECOND));
  }

  @Test
  void dispersionAndAllanFactorOfFourCounts() {
    int[] counts = {1, 3, 1, 3};
    // mean 2, squares 4 over 3 windows - 1: variance 4/3; steps ±2: mean square 4 over 2 · 2.
    assertEquals(4.0 / 3 / 2, Dispersion.index(counts), 1e-12);
    assertEquals(1, Dispersion.allanFactor(counts), 1e-12);
  }

  @Test
  void evenGapsDoNotVaryAndOneLongGapDoes() {
    assertEquals(0, Dispersion.gapVariation(new long[] {0, 5, 10, 15}), 1e-12);
    // Gaps 1, 1, 4: mean 2, population variance 2.
    assertEquals(Math.sqrt(2) / 2, Dispersion.gapVariation(new long[] {0, 1, 2, 6}), 1e-12);
  }

  @Test
  void aThreeSecondClockWithJitterIsFound() {
    UniformRandomProvider random = new SeededStreams(1).stream("lattice");
    long[] arrivals = new long[600];
    long tick = 0;
    for (int i = 0; i < arrivals.length; i++) {
      tick += random.nextInt(3) == 0 ? 3000 + random.nextInt(7) - 3 : 0;
      arrivals[i] = tick * 1_000_000;
    }
    assertEquals(OptionalLong.of(3 * SECOND), Lattice.of(arrivals));
  }

  @Test
  void wholeSecondsWithLongPausesAreALatticeOfOneSecond() {
    UniformRandomProvider random = new SeededStreams(2).stream("lattice");
    long[] seconds = new long[300];
    for (int i = 1; i < seconds.length; i++) {
      seconds[i] = seconds[i - 1] + (1 + random.nextInt(200)) * SECOND;
    }
    assertEquals(OptionalLong.of(SECOND), Lattice.of(seconds));
  }

  @Test
  void aContinuousClockHasNoLattice() {
    UniformRandomProvider random = new SeededStreams(3).stream("lattice");
    long[] arrivals =
        LongStream.generate(() -> random.nextLong(3600 * SECOND)).limit(5000).sorted().toArray();
    assertTrue(Lattice.of(arrivals).isEmpty());
  }

  @Test
  void tooFewArrivalsTellNothing() {
    assertTrue(Lattice.of(LongStream.range(0, 20).map(i -> i * SECOND).toArray()).isEmpty());
  }
}
