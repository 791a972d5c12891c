package dev.facsimile.analyze.metric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BatchesTest {

  @Test
  void intervalsHoldTheTruthAsOftenAsTheySay() {
    for (IntervalCoverage.Process process : IntervalCoverage.processes()) {
      double[] held = IntervalCoverage.coverage(process, 400, 2000, 3);
      // 400 runs know a share of 95 % to 1.1 points; three of those, and 1 point of bias.
      assertEquals(0.95, held[0], 0.045, process.name() + " p50");
      assertEquals(0.95, held[1], 0.045, process.name() + " p90");
      // p99 of 2,000 requests has 20 of them above it.
      assertTrue(held[2] > 0.87, process.name() + " p99 " + held[2]);
    }
  }

  @Test
  void autocorrelationMakesTheIntervalWider() {
    // Slow waves: neighbours are alike, so that a thousand values tell less than a thousand would.
    long[] waves =
        LongStream.range(0, 1000).map(i -> (long) (1000 + 500 * Math.sin(i / 30.0))).toArray();
    long[] mixed = LongStream.range(0, 1000).map(i -> waves[(int) (i * 619 % 1000)]).toArray();
    assertTrue(width(waves) > 3 * width(mixed), width(waves) + " and " + width(mixed));
  }

  private static long width(long[] inTime) {
    Summary.Quantile p50 = Summary.inTime(inTime, PercentileRule.NEAREST_RANK).at(50).orElseThrow();
    return p50.highNanos().getAsLong() - p50.lowNanos().getAsLong();
  }

  @Test
  void aSmallSampleHasBinomialRanksAndAnOpenEndWhereItDoesNotReach() {
    long[] values = LongStream.rangeClosed(1, 100).toArray();
    Summary summary = Summary.inTime(values, PercentileRule.NEAREST_RANK);
    // Ranks 40 and 61 of 100 hold the median with 96 % (David and Nagaraja, Order Statistics).
    assertEquals(OptionalLong.of(40), summary.at(50).orElseThrow().lowNanos());
    assertEquals(OptionalLong.of(61), summary.at(50).orElseThrow().highNanos());
    assertEquals(OptionalLong.empty(), summary.at(99).orElseThrow().highNanos());
  }

  @Test
  void linearPercentilesAreThoseOfNumPy() {
    // numpy.percentile([1, 2, 3, 10], [50, 90, 99]) = 2.5, 7.9, 9.79; here in units of 100.
    Sample four = Sample.of(new long[] {100, 200, 300, 1000});
    assertEquals(250, PercentileRule.LINEAR.of(four, 50));
    assertEquals(790, PercentileRule.LINEAR.of(four, 90));
    assertEquals(979, PercentileRule.LINEAR.of(four, 99));
    assertEquals(200, PercentileRule.NEAREST_RANK.of(four, 50));
    assertEquals(1000, PercentileRule.NEAREST_RANK.of(four, 90));
  }

  @Test
  void aShareOfAllIsNotCertainBelow() {
    // Wilson's interval of 10 in 10.
    assertArrayEquals(new double[] {0.7225, 1}, Batches.share(new int[] {10}, 10), 5e-4);
  }

  @Test
  void aSlopeIsToldFromNoiseAndItsIntervalHoldsIt() {
    double[] x = new double[50];
    double[] y = new double[50];
    for (int i = 0; i < 50; i++) {
      x[i] = i;
      y[i] = 3 + 0.5 * i + Math.sin(i * 2.4) * 4;
    }
    Slope slope = Slope.of(x, y);
    assertTrue(slope.low() < 0.5 && 0.5 < slope.high() && slope.low() > 0.3, slope::toString);
    assertEquals(3, slope.at(0), 2);
  }
}
