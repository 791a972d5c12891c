package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.TextPage;
import dev.facsimile.trace.header.RunManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A run's report as plain text for a terminal: one page, or everything. */
final class RunText {
  private static final int WORST = 8;
  private static final int WORST_BRIEFLY = 4;
  private static final int REASONS_BRIEFLY = 3;
  private static final List<LatencyMetric> BRIEFLY =
      List.of(
          LatencyMetric.TTFT_FROM_DISPATCH,
          LatencyMetric.TTFT_FROM_SCHEDULE,
          LatencyMetric.ITL,
          LatencyMetric.E2E_FROM_DISPATCH,
          LatencyMetric.E2E_FROM_SCHEDULE,
          LatencyMetric.SLOT,
          LatencyMetric.SEND_LAG);

  private final TextPage out = new TextPage();

  private RunText() {}

  /** What decides, on one page. */
  static String brief(String name, RunReport report) {
    RunText text = new RunText();
    text.head(name, report);
    text.out.blank();
    text.out.line("Requests: " + RunSentences.identities(report.counts()) + retries(report));
    text.out.line(RunSentences.throughput(report));
    text.reasonsBriefly(report);
    text.out.table(latenciesBriefly(report));
    if (RunTables.thin(report)) {
      text.out.line(RunTables.THIN);
    }
    text.out.blank();
    text.out.line(objectivesBriefly(report));
    text.out.table(SliceTables.worstBriefly(report, WORST_BRIEFLY));
    text.news(report);
    return text.out.text();
  }

  /** Everything. */
  static String full(String name, RunReport report) {
    RunText text = new RunText();
    text.head(name, report);
    text.out.line(RunSentences.client(report.run().client()));
    text.requests(report);
    text.latency(report);
    text.tokens(report);
    text.objectives(report);
    text.time(report);
    text.news(report);
    return text.out.text();
  }

  private void head(String name, RunReport report) {
    if (report.lacks().contains(Lack.CLIENT)) {
      out.line("Client verdict unknown: another tool made this run.");
    } else {
      out.line(
          "Client verdict "
              + report.run().client().verdict().word()
              + ": "
              + RunSentences.verdict(report.run().client()));
    }
    out.line(RunSentences.outcome(report));
    out.line("Run " + name + ": " + RunSentences.load(report));
    if (report.unapproved()) {
      out.line("! UNAPPROVED: " + RunSentences.UNAPPROVED);
    }
    RunSentences.approvals(report.run()).forEach(out::line);
    if (report.run().state() == RunManifest.State.PARTIAL) {
      out.line("! PARTIAL: " + RunSentences.PARTIAL);
    }
    RunSentences.selection(report).ifPresent(sentence -> out.line("! " + sentence));
    RunSentences.lacks(report).forEach(sentence -> out.line("! " + sentence));
  }

  private static String retries(RunReport report) {
    return report.retries() == 0
        ? ""
        : " Retries, counted apart: " + NumberText.count(report.retries()) + ".";
  }

  private void reasonsBriefly(RunReport report) {
    if (!report.reasons().isEmpty()) {
      out.line(
          "Not completed: "
              + report.reasons().stream()
                  .limit(REASONS_BRIEFLY)
                  .map(
                      r ->
                          NumberText.count(r.requests())
                              + " "
                              + r.status()
                              + (r.reason().isEmpty() ? "" : " (" + r.reason() + ")"))
                  .collect(Collectors.joining(", "))
              + (report.reasons().size() > REASONS_BRIEFLY ? ", and others" : "")
              + ".");
    }
  }

  /** The latencies with the interval of their p99. */
  private static DataTable latenciesBriefly(RunReport report) {
    DataTable table =
        new DataTable("Latency of completed requests; slot and send lag of dispatched ones")
            .words("latency")
            .numbers("n", "mean", "p50", "p90", "p95", "p99", "95 % interval of p99", "max");
    for (LatencyMetric metric : BRIEFLY) {
      latency(table, metric.label().replace("… ", ""), report.latency(metric));
    }
    latency(table, "Gaps, pooled", report.gaps());
    return table;
  }

  private static void latency(DataTable table, String name, Summary summary) {
    if (summary.n() == 0) {
      return;
    }
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(name));
    cells.add(Cell.of(NumberText.count(summary.n())));
    cells.add(Cell.of(NumberText.duration(summary.meanNanos().getAsDouble())));
    for (double percent : List.of(50.0, 90.0, 95.0, 99.0)) {
      cells.add(RunTables.quantile(summary.at(percent)));
    }
    cells.add(Cell.of(RunTables.interval(summary.at(99).orElseThrow())));
    cells.add(Cell.of(NumberText.duration(summary.maxNanos().getAsLong())));
    table.row(cells);
  }

  private static String objectivesBriefly(RunReport report) {
    return "Objectives alone: "
        + report.slo().objectives().stream()
            .filter(share -> report.tellsSchedule() || share.since() == Since.DISPATCH)
            .map(RunText::objective)
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static String objective(SloCount.Share share) {
    return share.objective().name()
        + " ≤ "
        + NumberText.duration(share.limitNanos())
        + " from "
        + share.since().word()
        + " "
        + NumberText.percent(share.share())
        + " of "
        + NumberText.count(share.applies());
  }

  private void requests(RunReport report) {
    out.table(RunTables.counts(report));
    out.line(RunSentences.rates(report));
    out.table(RunTables.reasons(report));
  }

  private void latency(RunReport report) {
    out.table(RunTables.latencies(report));
    out.table(RunTables.intervals(report));
    out.table(RunTables.lag(report));
    out.table(RunTables.offeredTails(report));
    out.line(report.percentileConvention());
    if (RunTables.thin(report)) {
      out.line(RunTables.THIN);
    }
    firstToken(report);
    out.table(RunTables.outputBuckets(report));
  }

  private void firstToken(RunReport report) {
    if (!report.firstTokenParts().isEmpty()) {
      out.table(RunTables.firstTokenParts(report));
    }
  }

  private void tokens(RunReport report) {
    out.table(RunTables.tokenSources(report));
    out.line(RunSentences.throughput(report));
    out.line(RunSentences.tokens(report));
    out.table(RunTables.lengths(report));
    out.line(RunSentences.dispersion(report));
    out.line(RunSentences.prefixHits(report));
    out.table(RunTables.finishReasons(report));
  }

  private void objectives(RunReport report) {
    out.table(RunTables.slo(report));
    out.line(RunSentences.objectives(report));
    out.table(SliceTables.worst(report, WORST));
    SliceTables.dimensions(report)
        .forEach(dimension -> out.table(SliceTables.slices(report, dimension)));
  }

  private void time(RunReport report) {
    out.table(SliceTables.phases(report));
    out.table(RunTables.trends(report));
    out.table(RunTables.server(report));
    out.line(RunSentences.serverQueue(report));
    out.table(RunTables.worst(report));
  }

  /** Spikes, slopes that are none of chance, efficiency, findings. */
  private void news(RunReport report) {
    out.table(RunTables.spikes(report));
    List<String> news = new ArrayList<>();
    for (Trend trend : report.trends()) {
      if (RunSentences.isWorthTelling(trend)) {
        news.add(RunSentences.trend(trend));
      }
    }
    news.addAll(report.findings());
    if (!news.isEmpty() || report.efficiency().isPresent()) {
      out.blank();
    }
    RunSentences.efficiency(report).forEach(out::line);
    news.forEach(finding -> out.line("! " + finding));
  }
}
