package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The requests of one value of one dimension.
 *
 * @param dimension by what
 * @param value which; {@code (none)} for requests without one
 * @param offered requests offered
 * @param completed how many completed
 * @param good how many met every objective, from schedule
 * @param ttftFromDispatch of completed requests
 * @param ttftFromSchedule of completed requests
 * @param itl of completed, streamed requests of two tokens or more
 */
record Slice(
    Dimension dimension,
    String value,
    long offered,
    long completed,
    long good,
    Summary ttftFromDispatch,
    Summary ttftFromSchedule,
    Summary itl) {
  /** Slices per dimension: those with the most requests. */
  static final int MOST = 20;

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

  /** The slices of every dimension that the workload knows, within each the worst first. */
  static List<Slice> all(RunData data) {
    List<Slice> slices = new ArrayList<>();
    for (Dimension dimension : Dimension.values()) {
      if (data.dimension(dimension).isKnown()) {
        slices.addAll(of(dimension, data));
      }
    }
    return slices;
  }

  private static List<Slice> of(Dimension dimension, RunData data) {
    ValueColumn column = data.dimension(dimension);
    List<int[]> groups = column.rowsByValue();
    List<Integer> largest = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      largest.add(i);
    }
    largest.sort(Comparator.comparingInt(i -> -groups.get(i).length));
    List<Slice> slices = new ArrayList<>();
    for (int i : largest.subList(0, Math.min(MOST, largest.size()))) {
      slices.add(of(dimension, column.values().get(i).orElse(NONE), groups.get(i), data));
    }
    slices.sort(
        Comparator.comparingDouble(Slice::sloShare)
            .thenComparing(Comparator.comparingLong(Slice::offered).reversed())
            .thenComparing(Slice::value));
    return slices;
  }

  private static Slice of(Dimension dimension, String value, int[] rows, RunData data) {
    long completed = 0;
    long good = 0;
    for (int row : rows) {
      completed += data.completed(row) ? 1 : 0;
      good += data.good(row) ? 1 : 0;
    }
    return new Slice(
        dimension,
        value,
        rows.length,
        completed,
        good,
        summary(data.latency(LatencyMetric.TTFT_FROM_DISPATCH), rows),
        summary(data.latency(LatencyMetric.TTFT_FROM_SCHEDULE), rows),
        summary(data.latency(LatencyMetric.ITL), rows));
  }

  private static Summary summary(LongColumn column, int[] rows) {
    return Summary.of(Percentiles.of(column.at(rows)));
  }
}
