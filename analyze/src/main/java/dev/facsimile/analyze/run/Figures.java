package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.trace.header.RunManifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The numbers of a run's report by name. Names are part of what users write into gates: a name does
 * not change its meaning within a method version.
 */
public final class Figures {
  private final Map<String, Figure> all = new LinkedHashMap<>();

  private Figures() {}

  /** Every name that some run can have, for checks of what a user wrote. */
  public static List<String> names() {
    List<String> names =
        new ArrayList<>(
            List.of(
                "offered",
                "never_sent_share",
                "accepted_share",
                "completed_share",
                "rejected_share",
                "timed_out_share",
                "cancelled_share",
                "failed_share",
                "error_share",
                "retries",
                "slo_share",
                "slo_share_from_dispatch",
                "offered_per_second",
                "goodput_per_second",
                "completed_per_second",
                "input_tokens_per_second",
                "output_tokens_per_second",
                "total_tokens_per_second",
                "input_tokens.mean",
                "output_tokens.mean",
                "cached_share",
                "output_tokens_per_joule",
                "cost_per_million_output_tokens"));
    for (LatencyMetric metric : LatencyMetric.values()) {
      names.addAll(summaryNames(metric.word()));
    }
    names.addAll(summaryNames("gaps"));
    return names;
  }

  /** The names that a slice has. */
  public static List<String> sliceNames() {
    List<String> names = new ArrayList<>(List.of("offered", "completed_share", "slo_share"));
    Slice.METRICS.forEach(metric -> names.addAll(summaryNames(metric.word())));
    return names;
  }

  private static List<String> summaryNames(String metric) {
    List<String> names = new ArrayList<>(List.of(metric + ".mean", metric + ".max"));
    Summary.PERCENTS.forEach(percent -> names.add(metric + ".p" + NumberText.trimmed(percent)));
    return names;
  }

  static Map<String, Figure> of(RunReport report) {
    Figures figures = new Figures();
    figures.counts(report);
    figures.slo(report);
    figures.rates(report);
    report.latencies().forEach(figures::summary);
    figures.summary("gaps", report.gaps());
    figures.tokens(report);
    return figures.all;
  }

  static Map<String, Map<String, Figure>> ofSlices(RunReport report) {
    Map<String, Map<String, Figure>> slices = new LinkedHashMap<>();
    for (Slice slice : report.slices()) {
      Figures figures = new Figures();
      long n = slice.offered();
      figures.plain("offered", n, n, Unit.NUMBER, Figure.Better.NEITHER);
      figures.share("completed_share", slice.completed(), n, Figure.Better.MORE);
      figures.add(
          new Figure(
              "slo_share",
              slice.sloShare(),
              OptionalDouble.of(slice.sloShareLow()),
              OptionalDouble.of(slice.sloShareHigh()),
              n,
              true,
              Unit.SHARE,
              Figure.Better.MORE));
      slice.latencies().forEach(figures::summary);
      slices.put(slice.key(), figures.all);
    }
    return slices;
  }

  private void counts(RunReport report) {
    RunManifest.Counts counts = report.counts();
    long n = counts.offered();
    plain("offered", n, n, Unit.NUMBER, Figure.Better.NEITHER);
    share("never_sent_share", counts.neverSent(), n, Figure.Better.LESS);
    share("accepted_share", counts.accepted(), n, Figure.Better.MORE);
    share("completed_share", counts.completed(), n, Figure.Better.MORE);
    share("rejected_share", counts.rejected(), n, Figure.Better.LESS);
    share("timed_out_share", counts.timedOut(), n, Figure.Better.LESS);
    share("cancelled_share", counts.cancelled(), n, Figure.Better.LESS);
    share("failed_share", counts.failed(), n, Figure.Better.LESS);
    share(
        "error_share",
        n - counts.completed() - report.slo().plannedDisconnects(),
        n,
        Figure.Better.LESS);
    plain("retries", report.retries(), n, Unit.NUMBER, Figure.Better.LESS);
  }

  private void slo(RunReport report) {
    RunReport.Slo slo = report.slo();
    add(
        new Figure(
            "slo_share",
            slo.share().get(Since.SCHEDULE),
            OptionalDouble.of(slo.shareLow()),
            OptionalDouble.of(slo.shareHigh()),
            slo.offered(),
            true,
            Unit.SHARE,
            Figure.Better.MORE));
    share(
        "slo_share_from_dispatch",
        slo.good().get(Since.DISPATCH),
        slo.offered(),
        Figure.Better.MORE);
  }

  private void rates(RunReport report) {
    RunReport.Rates rates = report.rates();
    long n = report.counts().offered();
    plain(
        "offered_per_second", rates.offeredPerSecond(), n, Unit.PER_SECOND, Figure.Better.NEITHER);
    plain("goodput_per_second", rates.goodputPerSecond(), n, Unit.PER_SECOND, Figure.Better.MORE);
    plain(
        "completed_per_second", rates.completedPerSecond(), n, Unit.PER_SECOND, Figure.Better.MORE);
    plain(
        "input_tokens_per_second",
        rates.inputTokensPerSecond(),
        n,
        Unit.PER_SECOND,
        Figure.Better.MORE);
    plain(
        "output_tokens_per_second",
        rates.outputTokensPerSecond(),
        n,
        Unit.PER_SECOND,
        Figure.Better.MORE);
    plain(
        "total_tokens_per_second",
        rates.totalTokensPerSecond(),
        n,
        Unit.PER_SECOND,
        Figure.Better.MORE);
  }

  private void tokens(RunReport report) {
    report
        .workload()
        .inputTokens()
        .ifPresent(
            l -> plain("input_tokens.mean", l.mean(), l.n(), Unit.TOKENS, Figure.Better.NEITHER));
    report
        .workload()
        .outputTokens()
        .ifPresent(
            l -> plain("output_tokens.mean", l.mean(), l.n(), Unit.TOKENS, Figure.Better.NEITHER));
    CacheTally.Hits hits = report.workload().prefixHits();
    hits.cachedShare()
        .ifPresent(
            share ->
                plain(
                    "cached_share", share, hits.requestsTold(), Unit.SHARE, Figure.Better.NEITHER));
    report.efficiency().ifPresent(this::efficiency);
  }

  private void efficiency(Efficiency efficiency) {
    efficiency
        .outputTokensPerJoule()
        .ifPresent(v -> plain("output_tokens_per_joule", v, 1, Unit.NUMBER, Figure.Better.MORE));
    efficiency
        .cost()
        .ifPresent(
            cost ->
                cost.perMillionOutput()
                    .ifPresent(
                        v ->
                            plain(
                                "cost_per_million_output_tokens",
                                v,
                                1,
                                Unit.NUMBER,
                                Figure.Better.LESS)));
  }

  private void summary(String metric, Summary summary) {
    if (summary.n() == 0) {
      return;
    }
    Figure.Better less = Figure.Better.LESS;
    plain(metric + ".mean", summary.meanNanos().getAsDouble(), summary.n(), Unit.NANOS, less);
    for (Summary.Quantile q : summary.percentiles()) {
      add(
          new Figure(
              metric + ".p" + NumberText.trimmed(q.percent()),
              q.nanos(),
              widen(q.lowNanos()),
              widen(q.highNanos()),
              summary.n(),
              q.enough(),
              Unit.NANOS,
              less));
    }
    plain(metric + ".max", summary.maxNanos().getAsLong(), summary.n(), Unit.NANOS, less);
  }

  private static OptionalDouble widen(OptionalLong value) {
    return value.isPresent() ? OptionalDouble.of(value.getAsLong()) : OptionalDouble.empty();
  }

  private void share(String name, long part, long of, Figure.Better better) {
    plain(name, RunTables.share(part, of), of, Unit.SHARE, better);
  }

  private void plain(String name, double value, long n, Unit unit, Figure.Better better) {
    add(Figure.plain(name, value, n, unit, better));
  }

  private void add(Figure figure) {
    all.put(figure.name(), figure);
  }
}
