package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LogHistogram;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.PercentileRule;
import dev.facsimile.analyze.metric.RowOrder;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run, read once and held as columns: 14 longs (18 where the server told its times) and about 15
 * bytes for each offered request, so that percentiles and slices are exact; 4 bytes more for each
 * order that was asked for; one row per second; gaps between chunks as a histogram, since there is
 * one for every token. Rows are requests in the order in which they ended.
 */
public final class RunData {
  private final RunManifest manifest;
  private final ReportOptions options;
  private final Set<Lack> lacks;
  private final List<String> notes;
  private final Accounting whole = new Accounting();
  private final Accounting accounting = new Accounting();
  private final Reasons reasons = new Reasons();
  private final SloCount slo;
  private final TokenTally tokens = new TokenTally();
  private final CacheTally cache;
  private final LogHistogram gaps = new LogHistogram();
  private final WorstRequest.Heap worst = new WorstRequest.Heap();
  private final LongColumn scheduled;
  private final LongColumn inputTokens;
  private final LongColumn outputTokens;
  private final LongColumn[] latencies = new LongColumn[LatencyMetric.values().length];
  private final ValueColumn[] dimensions = new ValueColumn[Dimension.values().length];
  private final ValueColumn finishReasons;
  private final BitSet completed = new BitSet();
  private final BitSet dispatched = new BitSet();
  private final BitSet good = new BitSet();
  private final List<Second> series = new ArrayList<>();
  private final ServerSeries server = new ServerSeries();
  private final Map<LatencyMetric, int[]> ascending = new EnumMap<>(LatencyMetric.class);
  private long retries;
  private int[] inTime = {};

  private RunData(RunSource source, ReportOptions options) {
    this.manifest = source.manifest();
    this.options = options;
    this.lacks = Collections.unmodifiableSet(new TreeSet<>(source.lacks()));
    this.notes = source.notes();
    this.slo = new SloCount(options.objectives());
    this.cache = new CacheTally(manifest);
    int expected = (int) Math.min(manifest.counts().offered(), 1L << 26);
    this.scheduled = new LongColumn(expected);
    this.inputTokens = new LongColumn(expected);
    this.outputTokens = new LongColumn(expected);
    this.finishReasons = new ValueColumn(expected);
    for (int i = 0; i < latencies.length; i++) {
      // Few servers tell times of their own.
      boolean rare = i >= LatencyMetric.SERVER_QUEUE.ordinal();
      latencies[i] = rare ? new LongColumn() : new LongColumn(expected);
    }
    for (int i = 0; i < dimensions.length; i++) {
      dimensions[i] = new ValueColumn(expected);
    }
  }

  /**
   * Reads a run.
   *
   * @throws InputException if the folder is not whole: its outcomes do not add up to what its
   *     manifest says; or if no request is in the selection
   */
  static RunData read(RunSource source, ReportOptions options, Progress progress)
      throws IOException {
    RunData data = new RunData(source, options);
    OptionalLong total = OptionalLong.of(source.manifest().counts().offered());
    long read = 0;
    boolean all = options.selection().isAll();
    try (ReadAhead<Outcome> batches = new ReadAhead<>(source.outcomes())) {
      for (List<Outcome> batch = batches.next(); !batch.isEmpty(); batch = batches.next()) {
        for (Outcome outcome : batch) {
          data.whole.add(outcome);
          if (all || options.selection().has(outcome)) {
            data.add(outcome);
          }
        }
        read += batch.size();
        progress.at(read, total);
      }
    }
    data.requireSame(source);
    try (Rows<Second> rows = source.series()) {
      for (Optional<Second> row = rows.next(); row.isPresent(); row = rows.next()) {
        data.series.add(row.get());
      }
    }
    try (Rows<ServerSample> rows = source.serverSamples()) {
      for (Optional<ServerSample> row = rows.next(); row.isPresent(); row = rows.next()) {
        data.server.add(row.get());
      }
    }
    data.inTime = RowOrder.of(data.scheduled);
    return data;
  }

  private void requireSame(RunSource source) {
    RunManifest.Counts found = whole.counts();
    if (!found.equals(manifest.counts())) {
      throw new InputException(
          source.path(),
          "its outcomes add up to "
              + found
              + ", expected "
              + manifest.counts()
              + " as in run.json");
    }
    if (offered() == 0 && found.offered() > 0) {
      throw new InputException(
          source.path(), "no request is in the stretch of time or phase that was asked for");
    }
  }

  private void add(Outcome outcome) {
    int row = offered();
    accounting.add(outcome);
    reasons.add(outcome);
    good.set(row, slo.add(outcome));
    tokens.add(outcome);
    completed.set(row, outcome.status() == RequestStatus.COMPLETED);
    scheduled.add(OptionalLong.of(outcome.planned().scheduledNanos()));
    inputTokens.add(TokenTally.input(outcome));
    outputTokens.add(TokenTally.output(outcome));
    for (LatencyMetric metric : LatencyMetric.values()) {
      latencies[metric.ordinal()].add(
          isTold(metric) ? metric.nanos(outcome) : OptionalLong.empty());
    }
    for (Dimension dimension : Dimension.values()) {
      dimensions[dimension.ordinal()].add(dimension.of(outcome));
    }
    Optional<String> finish = Optional.empty();
    if (outcome instanceof Outcome.Dispatched sent) {
      dispatched.set(row);
      retries += Math.max(0, sent.sending().attempts() - 1);
      cache.add(sent);
      if (outcome instanceof Outcome.Completed done) {
        finish = done.answer().finishReason();
        addGaps(done.answer().gaps());
        worst.add(done);
      }
    }
    finishReasons.add(finish);
  }

  private boolean isTold(LatencyMetric metric) {
    return switch (metric) {
      case TTFT_FROM_SCHEDULE, E2E_FROM_SCHEDULE, SEND_LAG -> !lacks.contains(Lack.SCHEDULE);
      case WAKE, SLOT, CONNECT, WRITE -> !lacks.contains(Lack.LAG);
      case ITL -> !lacks.contains(Lack.ITL);
      case TTFT_FROM_DISPATCH, E2E_FROM_DISPATCH, STREAM_CLOSE -> true;
      case SERVER_QUEUE, SERVER_PREFILL, SERVER_DECODE, OUTSIDE_ENGINE -> true;
    };
  }

  private void addGaps(Gaps of) {
    for (int i = 0; i < of.size(); i++) {
      gaps.add(of.get(i));
    }
  }

  public RunManifest manifest() {
    return manifest;
  }

  Objectives objectives() {
    return options.objectives();
  }

  PercentileRule rule() {
    return options.rule();
  }

  Selection selection() {
    return options.selection();
  }

  /** Facts that the run does not hold. */
  Set<Lack> lacks() {
    return lacks;
  }

  /** Where the definitions of the tool that made the run differ from ours. */
  List<String> notes() {
    return notes;
  }

  /** What a user's wait is counted from: the schedule, where the run tells it. */
  LatencyMetric userTtft() {
    return lacks.contains(Lack.SCHEDULE)
        ? LatencyMetric.TTFT_FROM_DISPATCH
        : LatencyMetric.TTFT_FROM_SCHEDULE;
  }

  RunManifest.Counts counts() {
    return accounting.counts();
  }

  /** Attempts beyond the first of each request; in no other count. */
  long retries() {
    return retries;
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

  CacheTally cache() {
    return cache;
  }

  List<WorstRequest> worst() {
    return worst.list();
  }

  ServerSeries server() {
    return server;
  }

  /** Times between consecutive chunks with tokens of completed requests. */
  LogHistogram gaps() {
    return gaps;
  }

  /** Requests offered in the selection, which is the number of rows. */
  public int offered() {
    return scheduled.size();
  }

  /** When each request was due, from the run's zero. */
  LongColumn scheduled() {
    return scheduled;
  }

  /** Input tokens of each dispatched request: the server's count, else the planned. */
  public LongColumn inputTokens() {
    return inputTokens;
  }

  /** Output tokens of each completed request by the best source. */
  public LongColumn outputTokens() {
    return outputTokens;
  }

  /** The engine's reason to stop of each completed request. */
  public ValueColumn finishReasons() {
    return finishReasons;
  }

  public LongColumn latency(LatencyMetric metric) {
    return latencies[metric.ordinal()];
  }

  ValueColumn dimension(Dimension dimension) {
    return dimensions[dimension.ordinal()];
  }

  /** All rows in the order in which the requests were due. */
  int[] inTime() {
    return inTime;
  }

  /** The rows that have a latency, the least first. */
  synchronized int[] ascending(LatencyMetric metric) {
    return ascending.computeIfAbsent(metric, m -> RowOrder.ofPresent(latency(m)));
  }

  boolean completed(int row) {
    return completed.get(row);
  }

  boolean dispatched(int row) {
    return dispatched.get(row);
  }

  /** Whether a request met every objective, from schedule. */
  boolean good(int row) {
    return good.get(row);
  }

  List<Second> series() {
    return series;
  }
}
