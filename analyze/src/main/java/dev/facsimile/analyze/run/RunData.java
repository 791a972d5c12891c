package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LogHistogram;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A run, read once and held as columns: 25 longs for each offered request (200 bytes, up to twice
 * that while they grow), so that percentiles and slices are exact; one row per second; gaps between
 * chunks as a histogram, since there is one for every token. Rows are requests in the order in
 * which they ended.
 */
final class RunData {
  private final RunManifest manifest;
  private final Objectives objectives;
  private final Accounting accounting = new Accounting();
  private final Reasons reasons = new Reasons();
  private final SloCount slo;
  private final TokenTally tokens = new TokenTally();
  private final LogHistogram gaps = new LogHistogram();
  private final LongColumn scheduled = new LongColumn();
  private final LongColumn inputTokens = new LongColumn();
  private final LongColumn outputTokens = new LongColumn();
  private final Map<LatencyMetric, LongColumn> latencies = new EnumMap<>(LatencyMetric.class);
  private final Map<Dimension, ValueColumn> dimensions = new EnumMap<>(Dimension.class);
  private final BitSet completed = new BitSet();
  private final BitSet dispatched = new BitSet();
  private final BitSet good = new BitSet();
  private final List<Second> series = new ArrayList<>();

  private RunData(RunManifest manifest, Objectives objectives) {
    this.manifest = manifest;
    this.objectives = objectives;
    this.slo = new SloCount(objectives);
    for (LatencyMetric metric : LatencyMetric.values()) {
      latencies.put(metric, new LongColumn());
    }
    for (Dimension dimension : Dimension.values()) {
      dimensions.put(dimension, new ValueColumn());
    }
  }

  /**
   * Reads a run.
   *
   * @throws InputException if the folder is not whole: its outcomes do not add up to what its
   *     manifest says
   */
  static RunData read(RunFolder folder, Objectives objectives, Progress progress)
      throws IOException {
    RunData data = new RunData(folder.manifest(), objectives);
    OptionalLong total = OptionalLong.of(folder.manifest().counts().offered());
    try (Rows<Outcome> rows = folder.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        data.add(row.get());
        progress.at(data.offered(), total);
      }
    }
    data.requireSame(folder);
    try (Rows<Second> rows = folder.series()) {
      for (Optional<Second> row = rows.next(); row.isPresent(); row = rows.next()) {
        data.series.add(row.get());
      }
    }
    return data;
  }

  private void requireSame(RunFolder folder) {
    RunManifest.Counts found = accounting.counts();
    if (!found.equals(manifest.counts())) {
      throw new InputException(
          folder.path(),
          "its outcomes add up to "
              + found
              + ", expected "
              + manifest.counts()
              + " as in run.json");
    }
  }

  private void add(Outcome outcome) {
    int row = offered();
    accounting.add(outcome);
    reasons.add(outcome);
    slo.add(outcome);
    tokens.add(outcome);
    completed.set(row, outcome.status() == RequestStatus.COMPLETED);
    dispatched.set(row, outcome instanceof Outcome.Dispatched);
    good.set(row, objectives.met(outcome, Since.SCHEDULE));
    scheduled.add(OptionalLong.of(outcome.planned().scheduledNanos()));
    inputTokens.add(TokenTally.input(outcome));
    outputTokens.add(TokenTally.output(outcome));
    latencies.forEach((metric, column) -> column.add(metric.nanos(outcome)));
    dimensions.forEach((dimension, column) -> column.add(dimension.of(outcome)));
    if (outcome instanceof Outcome.Completed done) {
      addGaps(done.answer().gaps());
    }
  }

  private void addGaps(Gaps of) {
    for (int i = 0; i < of.size(); i++) {
      gaps.add(of.get(i));
    }
  }

  RunManifest manifest() {
    return manifest;
  }

  Objectives objectives() {
    return objectives;
  }

  RunManifest.Counts counts() {
    return accounting.counts();
  }

  Reasons reasons() {
    return reasons;
  }

  SloCount slo() {
    return slo;
  }

  TokenTally tokens() {
    return tokens;
  }

  /** Times between consecutive chunks with tokens of completed requests. */
  LogHistogram gaps() {
    return gaps;
  }

  /** Requests offered, which is the number of rows. */
  int offered() {
    return scheduled.size();
  }

  /** When each request was due, from the run's zero. */
  LongColumn scheduled() {
    return scheduled;
  }

  /** Input tokens of each dispatched request: the server's count, else the planned. */
  LongColumn inputTokens() {
    return inputTokens;
  }

  /** Output tokens of each completed request by the best source. */
  LongColumn outputTokens() {
    return outputTokens;
  }

  LongColumn latency(LatencyMetric metric) {
    return latencies.get(metric);
  }

  ValueColumn dimension(Dimension dimension) {
    return dimensions.get(dimension);
  }

  boolean completed(int row) {
    return completed.get(row);
  }

  boolean dispatched(int row) {
    return dispatched.get(row);
  }

  /** Whether a request completed and met every objective, from schedule. */
  boolean good(int row) {
    return good.get(row);
  }

  List<Second> series() {
    return series;
  }
}
