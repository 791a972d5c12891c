package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.PercentileRule;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.stats.Dispersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Works out a run's report from its columns. */
final class RunFigures {
  /** Shorter than this, rates over the window would mean nothing. */
  private static final long LEAST_WINDOW_NANOS = 1_000_000_000L;

  private RunFigures() {}

  /** The figures of a run that was read. */
  static RunReport of(RunData data, ReportOptions options) {
    RunManifest manifest = data.manifest();
    RunReport.Window window = window(data);
    List<Slice> slices = Slice.all(data);
    return new RunReport(
        RunReport.FORMAT,
        RunReport.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        manifest.provenance().tainted(),
        options.rule().sentence() + RunReport.GAPS,
        options.rule(),
        data.lacks(),
        options.selection().isAll() ? Optional.empty() : Optional.of(options.selection()),
        manifest,
        data.counts(),
        data.retries(),
        data.reasons().list(),
        window,
        rates(data, window),
        latencies(data),
        Summary.of(data.gaps()),
        offeredTails(data),
        tokens(data.tokens()),
        slo(data, options.stated()),
        slices,
        OutputBucket.all(data),
        workload(data, slices, window),
        Spike.all(data),
        Trend.all(data),
        ServerSummary.all(data.server()),
        serverQueue(data),
        FirstTokenPart.all(data),
        Efficiency.of(data, options.prices(), manifest.durationNanos() / 1e9),
        data.worst(),
        Findings.of(data),
        data.series());
  }

  private static RunReport.ServerQueue serverQueue(RunData data) {
    if (data.latency(LatencyMetric.SERVER_QUEUE).count() > 0) {
      return RunReport.ServerQueue.PER_REQUEST;
    }
    return data.server().lines(ServerFigure.WAITING).isEmpty()
        ? RunReport.ServerQueue.UNKNOWN
        : RunReport.ServerQueue.SERIES_ONLY;
  }

  private static RunReport.Window window(RunData data) {
    long first = data.selection().isAll() ? 0 : Long.MAX_VALUE;
    long last = 0;
    for (int row = 0; row < data.offered(); row++) {
      last = Math.max(last, data.scheduled().get(row));
      first = Math.min(first, data.scheduled().get(row));
    }
    if (!data.selection().isAll()) {
      long nanos = Math.max(1, last - first);
      return new RunReport.Window(first, nanos, false, nanos);
    }
    long run = Math.max(1, data.manifest().durationNanos());
    return last >= LEAST_WINDOW_NANOS
        ? new RunReport.Window(0, last, false, run)
        : new RunReport.Window(0, run, true, run);
  }

  private static RunReport.Rates rates(RunData data, RunReport.Window window) {
    double run = window.tokenNanos() / 1e9;
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
    List<Summary> found =
        Arrays.stream(LatencyMetric.values())
            .parallel()
            .map(metric -> summary(data, metric))
            .toList();
    for (LatencyMetric metric : LatencyMetric.values()) {
      latencies.put(metric.word(), found.get(metric.ordinal()));
    }
    return latencies;
  }

  private static Summary summary(RunData data, LatencyMetric metric) {
    return Slice.METRICS.contains(metric)
        ? new Groups(data, 1, row -> 0).summaries(metric).get(0)
        : Summary.inTime(data.latency(metric).at(data.inTime()), data.rule());
  }

  private static List<RunReport.OfferedTail> offeredTails(RunData data) {
    List<RunReport.OfferedTail> tails = new ArrayList<>();
    for (LatencyMetric metric :
        List.of(LatencyMetric.TTFT_FROM_SCHEDULE, LatencyMetric.E2E_FROM_SCHEDULE)) {
      int[] ascending = data.ascending(metric);
      for (double percent : Summary.PERCENTS) {
        tails.add(
            new RunReport.OfferedTail(
                metric.word(), percent, tail(data, metric, ascending, percent)));
      }
    }
    return tails;
  }

  private static OptionalLong tail(
      RunData data, LatencyMetric metric, int[] ascending, double percent) {
    double ofCompleted = percent * data.offered() / Math.max(1, ascending.length);
    if (ascending.length == 0 || ofCompleted > 100 + 1e-9) {
      return OptionalLong.empty();
    }
    int rank = PercentileRule.rank(Math.min(100, ofCompleted), ascending.length);
    return OptionalLong.of(data.latency(metric).get(ascending[rank - 1]));
  }

  private static RunReport.Tokens tokens(TokenTally tally) {
    List<RunReport.Source> sources = new ArrayList<>();
    tally
        .sources()
        .forEach((name, sums) -> sources.add(new RunReport.Source(name, sums[0], sums[1])));
    return new RunReport.Tokens(
        sources,
        tally.counts(),
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
    double[] interval = new Groups(data, 1, row -> 0).tallies().get(0).interval();
    return new RunReport.Slo(
        objectives.limitNanos(),
        stated,
        data.offered(),
        good,
        share,
        interval[0],
        interval[1],
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
    return new RunReport.Workload(
        Lengths.of(data.inputTokens()),
        Lengths.of(data.outputTokens()),
        classes,
        dispersion(data, window, 1),
        dispersion(data, window, 10),
        gapVariation(data),
        data.cache().hits(),
        finishReasons(data));
  }

  /** Of requests dispatched in spans of so many seconds; absent under two spans. */
  private static OptionalDouble dispersion(RunData data, RunReport.Window window, int span) {
    int from = (int) (window.fromNanos() / 1_000_000_000L);
    int to = (int) Math.min(data.series().size(), from + (long) window.seconds());
    int[] counts = new int[Math.max(0, (to - from) / span)];
    for (int i = 0; i < counts.length * span; i++) {
      counts[i / span] += data.series().get(from + i).dispatched();
    }
    return finite(counts.length < 2 ? Double.NaN : Dispersion.index(counts));
  }

  private static OptionalDouble gapVariation(RunData data) {
    if (data.offered() < 3) {
      return OptionalDouble.empty();
    }
    return finite(Dispersion.gapVariation(data.scheduled().at(data.inTime())));
  }

  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static List<RunReport.ClassShare> finishReasons(RunData data) {
    int[] counts = data.finishReasons().counts();
    List<RunReport.ClassShare> reasons = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      Optional<String> reason = data.finishReasons().values().get(i);
      if (reason.isPresent() && counts[i] > 0) {
        reasons.add(new RunReport.ClassShare(reason.get(), counts[i]));
      }
    }
    reasons.sort(
        Comparator.comparingLong(RunReport.ClassShare::requests)
            .reversed()
            .thenComparing(RunReport.ClassShare::name));
    return reasons;
  }
}
