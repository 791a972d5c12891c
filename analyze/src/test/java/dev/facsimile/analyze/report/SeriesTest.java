package dev.facsimile.analyze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.stats.Percentiles;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
  @Test
  void aMillionPointsMakeASmallLineThatKeepsItsOnlyPeak() {
    double[] x = IntStream.range(0, 1_000_000).asDoubleStream().toArray();
    double[] y = new double[x.length];
    y[654_321] = 7;
    Series series = Series.of("spike", x, y);
    assertTrue(series.size() <= Series.MOST);
    assertEquals(7, IntStream.range(0, series.size()).mapToDouble(series::y).max().getAsDouble());
  }

  @Test
  void aDistributionEndsAtItsLargestValue() {
    Series cdf = Series.cdf("ttft", Percentiles.of(400, 4000, 400));
    assertEquals(4000, cdf.x(cdf.size() - 1));
    assertEquals(1, cdf.y(cdf.size() - 1));
  }

  @Test
  void theBinsOfAHistogramHoldEveryValueInside() {
    Series bins = Series.histogram("n", new long[] {1, 10, 100}, Edges.log(1, 100, 2));
    assertEquals(1 / 3.0, bins.y(0), 1e-12);
    assertEquals(2 / 3.0, bins.y(1), 1e-12);
  }

  @Test
  void ticksAreRoundNumbersInTheUnitOfTheAxis() {
    Scale scale = new Scale(Axis.linear("TTFT", Unit.NANOS).startingAt(0), 0, 930e6, 5);
    assertEquals("TTFT (ms)", scale.label());
    assertEquals(
        java.util.List.of("0", "200", "400", "600", "800", "1\u202f000"),
        scale.ticks().stream().map(Scale.Tick::text).toList());
  }
}
