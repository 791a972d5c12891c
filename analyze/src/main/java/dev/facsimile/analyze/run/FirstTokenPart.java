package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of the time from when a request was due to its first token, over the completed requests
 * whose server told its queue time and its prefill. The means of all parts add up to the last one,
 * the whole; percentiles do not.
 *
 * @param part what took the time
 * @param requests how many requests tell it
 * @param share of the whole, by the means
 * @param meanNanos its mean
 * @param p50Nanos percentiles, nearest rank
 */
record FirstTokenPart(
    String part,
    long requests,
    double share,
    double meanNanos,
    long p50Nanos,
    long p90Nanos,
    long p99Nanos) {

  private static final double P50 = 50;
  private static final double P90 = 90;
  private static final double P99 = 99;

  /** All parts, in the order of time, and the whole; none where the server told no times. */
  static List<FirstTokenPart> all(RunData data) {
    LongColumn told = data.latency(LatencyMetric.OUTSIDE_ENGINE);
    LongColumn whole = data.latency(LatencyMetric.TTFT_FROM_SCHEDULE);
    int[] rows = new int[told.count()];
    int n = 0;
    for (int row = 0; row < data.offered(); row++) {
      if (told.has(row) && whole.has(row) && data.latency(LatencyMetric.SLOT).has(row)) {
        rows[n++] = row;
      }
    }
    if (n == 0) {
      return List.of();
    }
    rows = Arrays.copyOf(rows, n);
    double mean = mean(whole.at(rows));
    List<FirstTokenPart> parts = new ArrayList<>();
    parts.add(of("client late (wake, write)", mean, late(data, rows)));
    parts.add(of("client queue (slot)", mean, data.latency(LatencyMetric.SLOT).at(rows)));
    parts.add(of("connect", mean, data.latency(LatencyMetric.CONNECT).at(rows)));
    parts.add(of("network, outside the engine", mean, told.at(rows)));
    parts.add(of("server queue", mean, data.latency(LatencyMetric.SERVER_QUEUE).at(rows)));
    parts.add(of("server prefill", mean, data.latency(LatencyMetric.SERVER_PREFILL).at(rows)));
    parts.add(of("TTFT from schedule", mean, whole.at(rows)));
    return parts;
  }

  private static long[] late(RunData data, int[] rows) {
    long[] late = data.latency(LatencyMetric.WAKE).at(rows);
    long[] write = data.latency(LatencyMetric.WRITE).at(rows);
    for (int i = 0; i < late.length; i++) {
      late[i] += write[i];
    }
    return late;
  }

  private static FirstTokenPart of(String part, double whole, long[] nanos) {
    Percentiles sorted = Percentiles.of(nanos);
    double mean = mean(nanos);
    return new FirstTokenPart(
        part,
        nanos.length,
        whole == 0 ? 0 : mean / whole,
        mean,
        sorted.at(P50),
        sorted.at(P90),
        sorted.at(P99));
  }

  private static double mean(long[] nanos) {
    return Arrays.stream(nanos).asDoubleStream().sum() / nanos.length;
  }
}
