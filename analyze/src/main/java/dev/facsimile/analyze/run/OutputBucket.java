package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Buckets;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.List;

/**
 * Completed requests whose answers were about as long: an E2E is told only within a length, since
 * over all lengths it would say more of the lengths than of the server.
 *
 * @param outputTokens received, by the best source
 * @param e2eFromDispatch last token − first byte written
 * @param e2eFromSchedule last token − due
 * @param perOutputToken E2E from dispatch ÷ output tokens
 */
record OutputBucket(
    String outputTokens, Summary e2eFromDispatch, Summary e2eFromSchedule, Summary perOutputToken) {

  /** Those that some request falls into, the shortest first. */
  static List<OutputBucket> all(RunData data) {
    Buckets buckets = Buckets.OUTPUT;
    LongColumn tokens = data.outputTokens();
    int count = buckets.names().size();
    Groups groups =
        new Groups(data, count, row -> tokens.has(row) ? buckets.of(tokens.get(row)) : -1);
    List<Summary> dispatch = groups.summaries(LatencyMetric.E2E_FROM_DISPATCH);
    List<Summary> schedule = groups.summaries(LatencyMetric.E2E_FROM_SCHEDULE);
    List<LongSeries> perToken = perToken(data, buckets);
    List<OutputBucket> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (dispatch.get(i).n() > 0) {
        all.add(
            new OutputBucket(
                buckets.names().get(i),
                dispatch.get(i),
                schedule.get(i),
                Summary.inTime(perToken.get(i).toArray(), data.rule())));
      }
    }
    return all;
  }

  private static List<LongSeries> perToken(RunData data, Buckets buckets) {
    List<LongSeries> series = new ArrayList<>();
    buckets.names().forEach(name -> series.add(new LongSeries()));
    LongColumn e2e = data.latency(LatencyMetric.E2E_FROM_DISPATCH);
    LongColumn tokens = data.outputTokens();
    for (int row : data.inTime()) {
      if (e2e.has(row) && tokens.has(row) && tokens.get(row) > 0) {
        series.get(buckets.of(tokens.get(row))).add(e2e.get(row) / tokens.get(row));
      }
    }
    return series;
  }
}
