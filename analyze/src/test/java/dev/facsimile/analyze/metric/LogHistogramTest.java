package dev.facsimile.analyze.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.Percentiles;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class LogHistogramTest {
  @Test
  void aPercentileIsNeverTooLowAndAtMostOneIn1024TooHigh() {
    UniformRandomProvider random = new SeededStreams(5).stream("durations");
    LogHistogram histogram = new LogHistogram();
    long[] values = new long[20_001];
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) Math.exp(43 * random.nextDouble());
      histogram.add(values[i]);
    }
    Percentiles exact = Percentiles.of(values);
    for (double percent : new double[] {0.1, 10, 50, 90, 99, 99.9, 100}) {
      long at = histogram.at(percent);
      assertTrue(at >= exact.at(percent), percent + ": " + at);
      assertTrue(at <= exact.at(percent) * (1 + 1.0 / 1024), percent + ": " + at);
    }
    assertEquals(exact.max(), histogram.max());
    assertEquals(exact.min(), histogram.min());
    assertEquals(exact.mean(), histogram.mean(), 1e-6 * exact.mean());
  }

  @Test
  void theLargestDurationHasABucket() {
    LogHistogram histogram = new LogHistogram();
    histogram.add(Long.MAX_VALUE);
    histogram.add(0);
    assertEquals(0, histogram.at(50));
    assertEquals(Long.MAX_VALUE, histogram.at(100));
  }
}
