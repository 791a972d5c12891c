package dev.facsimile.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class LatticeTest {
  private static final long SECOND = 1_000_000_000L;

  private final UniformRandomProvider random = new SeededStreams(1).stream("test");

  private long[] randomArrivals(double perSecond) {
    double[] at = new double[2_000];
    for (int i = 1; i < at.length; i++) {
      at[i] = at[i - 1] - Math.log(1 - random.nextDouble()) / perSecond;
    }
    return Arrays.stream(at).mapToLong(seconds -> (long) (seconds * SECOND)).toArray();
  }

  @Test
  void arrivalsInWholeSecondsLieOnALatticeAtAnyRate() {
    for (double perSecond : new double[] {0.1, 1, 5}) {
      long[] told =
          Arrays.stream(randomArrivals(perSecond)).map(at -> at / SECOND * SECOND).toArray();
      assertEquals(OptionalLong.of(SECOND), Lattice.of(told), () -> perSecond + "/s");
    }
  }

  @Test
  void arrivalsToTheNanosecondHaveNoLattice() {
    assertEquals(OptionalLong.empty(), Lattice.of(randomArrivals(5)));
  }

  @Test
  void aConstantRateIsTrafficAndNoClock() {
    long[] constant = LongStream.range(0, 2_000).map(i -> i * 100_000_000).toArray();
    assertEquals(OptionalLong.empty(), Lattice.of(constant));
  }

  @Test
  void manyArrivalsOnEveryTickAreAClock() {
    long[] ticks = IntStream.range(0, 2_000).mapToLong(i -> i / 10 * 3 * SECOND).toArray();
    assertEquals(OptionalLong.of(3 * SECOND), Lattice.of(ticks));
  }
}
