package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Works out a run's report from its columns. */
final class RunFigures {
  /** Shorter than this, rates over the window would mean nothing. */
  private static final long LEAST_WINDOW_NANOS = 1_000_000_000L;

  private RunFigures() {}

  /** The figures of a run that was read. */
  static RunReport of(RunData data, boolean objectivesStated) {
    RunManifest manifest = data.manifest();
    RunReport.Window window = window(data);
    List<Slice> slices = Slice.all(data);
    return new RunReport(
        RunReport.FORMAT,
        RunReport.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        manifest.provenance().tainted(),
        RunReport.CONVENTION,
        manifest,
        data.counts(),
        data.reasons().list(),
        window,
        rates(data, window),
        latencies(data),
        Summary.of(data.gaps()),
        offeredTails(data),
        tokens(data.tokens()),
        slo(data, objectivesStated),
        slices,
        workload(data, slices, window),
        Findings.of(data),
        data.series());
  }

  private static RunReport.Window window(RunData data) {
    long last = 0;
    for (int row = 0; row < data.offered(); row++) {
      last = Math.max(last, data.scheduled().get(row));
    }
    return last >= LEAST_WINDOW_NANOS
        ? new RunReport.Window(last, false)
        : new RunReport.Window(Math.max(1, data.manifest().durationNanos()), true);
  }

  private static RunReport.Rates rates(RunData data, RunReport.Window window) {
    double run = Math.max(1, data.manifest().durationNanos()) / 1e9;
    TokenTally tokens = data.tokens();
    return new RunReport.Rates(
        data.offered() / window.seconds(),
        data.slo().good(Since.SCHEDULE) / window.seconds(),
        data.counts().completed() / run,
        tokens.input() / run,
        tokens.output() / run,
        (tokens.input() + tokens.output()) / run);
  }

  private static Map<String, Summary> latencies(RunData data) {
    Map<String, Summary> latencies = new LinkedHashMap<>();
    for (LatencyMetric metric : LatencyMetric.values()) {
      latencies.put(metric.word(), Summary.of(data.latency(metric).percentiles()));
    }
    return latencies;
  }

  private static List<RunReport.OfferedTail> offeredTails(RunData data) {
    List<RunReport.OfferedTail> tails = new ArrayList<>();
    for (LatencyMetric metric :
        List.of(LatencyMetric.TTFT_FROM_SCHEDULE, LatencyMetric.E2E_FROM_SCHEDULE)) {
      Percentiles sorted = data.latency(metric).percentiles();
      for (double percent : Summary.PERCENTS) {
        tails.add(
            new RunReport.OfferedTail(
                metric.word(), percent, tail(sorted, percent, data.offered())));
      }
    }
    return tails;
  }

  private static OptionalLong tail(Percentiles sorted, double percent, int offered) {
    double ofCompleted = percent * offered / Math.max(1, sorted.count());
    return sorted.isEmpty() || ofCompleted > 100 + 1e-9
        ? OptionalLong.empty()
        : OptionalLong.of(sorted.at(Math.min(100, ofCompleted)));
  }

  private static RunReport.Tokens tokens(TokenTally tally) {
    List<RunReport.Source> sources = new ArrayList<>();
    tally
        .sources()
        .forEach((name, sums) -> sources.add(new RunReport.Source(name, sums[0], sums[1])));
    return new RunReport.Tokens(
        sources,
        tally.input(),
        tally.inputByServer(),
        tally.output(),
        tally.planned(),
        tally.received(),
        tally.exact(),
        tally.comparable(),
        tally.wasted());
  }

  private static RunReport.Slo slo(RunData data, boolean stated) {
    Objectives objectives = data.objectives();
    Map<Since, Long> good = new EnumMap<>(Since.class);
    Map<Since, Double> share = new EnumMap<>(Since.class);
    for (Since since : Since.values()) {
      long met = data.slo().good(since);
      good.put(since, met);
      share.put(since, data.offered() == 0 ? 0 : (double) met / data.offered());
    }
    return new RunReport.Slo(
        objectives.limitNanos(),
        stated,
        data.offered(),
        good,
        share,
        data.slo().shares(),
        data.slo().plannedDisconnects(),
        data.slo().goodPlannedDisconnects());
  }

  private static RunReport.Workload workload(
      RunData data, List<Slice> slices, RunReport.Window window) {
    List<RunReport.ClassShare> classes =
        slices.stream()
            .filter(slice -> slice.dimension() == Dimension.CLASS)
            .map(slice -> new RunReport.ClassShare(slice.value(), slice.offered()))
            .toList();
    int seconds = (int) Math.min(data.series().size(), (long) window.seconds());
    int[] dispatched =
        data.series().subList(0, seconds).stream().mapToInt(Second::dispatched).toArray();
    double dispersion = seconds < 2 ? Double.NaN : Dispersion.index(dispatched);
    return new RunReport.Workload(
        Lengths.of(data.inputTokens()),
        Lengths.of(data.outputTokens()),
        classes,
        Double.isFinite(dispersion) ? OptionalDouble.of(dispersion) : OptionalDouble.empty());
  }
}
