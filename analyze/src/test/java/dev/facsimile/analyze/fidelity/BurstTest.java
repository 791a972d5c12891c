package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.analyze.fidelity.BurstScale.Measure;
import dev.facsimile.trace.Request;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BurstTest {
  private static final long SECOND = 1_000_000_000L;

  /** Counts 3, 1, 0, 4 in windows of 10 s. */
  private static final long[] ARRIVALS =
      LongStream.of(0, 1, 9, 15, 30, 31, 32, 39).map(second -> second * SECOND).toArray();

  @Test
  void dispersionIsVarianceByMean() {
    // Mean 2, squares 1 + 1 + 4 + 4 = 10, variance 10 / 3.
    assertEquals(
        10.0 / 3 / 2,
        Math.pow(2, scale(Measure.IDC, 10, 40).log2(ArrivalCounts.of(ARRIVALS))),
        1e-12);
  }

  @Test
  void allanFactorIsHalfTheMeanSquareOfStepsByMean() {
    // Steps -2, -1, 4: squares 21, mean 7; 7 / (2 * 2).
    assertEquals(
        7.0 / 4, Math.pow(2, scale(Measure.AF, 10, 40).log2(ArrivalCounts.of(ARRIVALS))), 1e-12);
  }

  @Test
  void perfectlyEvenArrivalsHaveALowestValueInsteadOfNone() {
    long[] even = LongStream.range(0, 100).map(i -> i * SECOND).toArray();

    assertEquals(-4, scale(Measure.IDC, 10, 100).log2(ArrivalCounts.of(even)), 1e-12);
    assertEquals(0, scale(Measure.IDC, 10, 100).standardError(ArrivalCounts.of(even), 1), 1e-12);
  }

  @Test
  void standardErrorsOfAzureConvAreTheKnownOnes() throws IOException {
    long[] arrivals = RealTraces.azureConv().stream().mapToLong(Request::arrivalNanos).toArray();
    long span = arrivals[arrivals.length - 1];
    // Published with two digits.
    double[] expected = {0.08, 0.28, 0.34, 0.57};
    long[] seconds = {1, 10, 60, 300};
    for (int i = 0; i < seconds.length; i++) {
      BurstScale scale = new BurstScale(Measure.IDC, seconds[i] * SECOND, span);
      assertEquals(expected[i], scale.standardError(ArrivalCounts.of(arrivals), 1), 0.005);
    }
  }

  @Test
  void scalesAreMultiplesOfTheClockAndAtLeastTwoTicks() {
    BurstScales scales = BurstScales.of(3600 * SECOND, OptionalLong.of(3 * SECOND));

    assertEquals(List.of(9 * SECOND, 60 * SECOND, 300 * SECOND), scales.widthsNanos());
    assertTrue(scales.leftOut().get(0).startsWith("1 s: the source's clock ticks every 3 s"));
  }

  @Test
  void scalesAreNoLongerThanAnEighthOfTheTime() {
    BurstScales scales = BurstScales.of(80 * SECOND, OptionalLong.empty());

    assertEquals(List.of(SECOND, 10 * SECOND), scales.widthsNanos());
    assertEquals(3, scales.leftOut().size());
  }

  private static BurstScale scale(Measure measure, long seconds, long spanSeconds) {
    return new BurstScale(measure, seconds * SECOND, spanSeconds * SECOND);
  }
}
