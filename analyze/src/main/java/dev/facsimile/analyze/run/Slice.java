package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The requests of one value of one dimension.
 *
 * @param dimension by what
 * @param value which; {@code (none)} for requests without one
 * @param offered requests offered
 * @param completed how many completed
 * @param good how many met every objective, from schedule
 * @param sloShareLow lower end of the 95 % interval of good ÷ offered
 * @param sloShareHigh upper end
 * @param fromNanos when the first of them was due
 * @param toNanos when the last of them was due
 * @param latencies of completed requests, by {@link LatencyMetric#word()}, those of {@link
 *     #METRICS}
 */
record Slice(
    Dimension dimension,
    String value,
    long offered,
    long completed,
    long good,
    double sloShareLow,
    double sloShareHigh,
    long fromNanos,
    long toNanos,
    Map<String, Summary> latencies) {
  /** Slices per dimension: those with the most requests. */
  static final int MOST = 20;

  /** The latencies that a slice has. */
  static final List<LatencyMetric> METRICS =
      List.of(
          LatencyMetric.TTFT_FROM_DISPATCH,
          LatencyMetric.TTFT_FROM_SCHEDULE,
          LatencyMetric.ITL,
          LatencyMetric.E2E_FROM_DISPATCH,
          LatencyMetric.E2E_FROM_SCHEDULE);

  private static final String NONE = "(none)";

  /** Good ÷ offered. */
  @JsonProperty
  double sloShare() {
    return (double) good / offered;
  }

  @JsonProperty
  double completedShare() {
    return (double) completed / offered;
  }

  Summary latency(LatencyMetric metric) {
    return latencies.get(metric.word());
  }

  /** What a gate and a comparison call it, such as {@code class=rag}. */
  String key() {
    return dimension.word() + "=" + value;
  }

  /** The slices of every dimension that the workload knows, within each the worst first. */
  static List<Slice> all(RunData data) {
    METRICS.parallelStream().forEach(data::ascending);
    return Arrays.stream(Dimension.values())
        .parallel()
        .filter(dimension -> data.dimension(dimension).isKnown())
        .flatMap(dimension -> of(dimension, data))
        .toList();
  }

  private static Stream<Slice> of(Dimension dimension, RunData data) {
    ValueColumn column = data.dimension(dimension);
    int[] counts = column.counts();
    List<Integer> largest = new ArrayList<>();
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0) {
        largest.add(code);
      }
    }
    largest.sort(Comparator.comparingInt(code -> -counts[code]));
    largest = largest.subList(0, Math.min(MOST, largest.size()));
    int[] groupOfCode = new int[counts.length];
    Arrays.fill(groupOfCode, -1);
    for (int group = 0; group < largest.size(); group++) {
      groupOfCode[largest.get(group)] = group;
    }
    Groups groups = new Groups(data, largest.size(), row -> groupOfCode[column.code(row)]);
    List<Groups.Tally> tallies = groups.tallies();
    Map<LatencyMetric, List<Summary>> summaries = new EnumMap<>(LatencyMetric.class);
    METRICS.forEach(metric -> summaries.put(metric, groups.summaries(metric)));
    List<Slice> slices = new ArrayList<>();
    for (int group = 0; group < largest.size(); group++) {
      String value = column.values().get(largest.get(group)).orElse(NONE);
      slices.add(of(dimension, value, tallies.get(group), summaries, group));
    }
    return slices.stream()
        .sorted(
            Comparator.comparingDouble(Slice::sloShare)
                .thenComparing(Comparator.comparingLong(Slice::offered).reversed())
                .thenComparing(Slice::value));
  }

  private static Slice of(
      Dimension dimension,
      String value,
      Groups.Tally tally,
      Map<LatencyMetric, List<Summary>> summaries,
      int group) {
    Map<String, Summary> latencies = new LinkedHashMap<>();
    METRICS.forEach(metric -> latencies.put(metric.word(), summaries.get(metric).get(group)));
    double[] interval = tally.interval();
    return new Slice(
        dimension,
        value,
        tally.offered(),
        tally.completed(),
        tally.good(),
        interval[0],
        interval[1],
        tally.firstDueNanos(),
        tally.lastDueNanos(),
        latencies);
  }
}
