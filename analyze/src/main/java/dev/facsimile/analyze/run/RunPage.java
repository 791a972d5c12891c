package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.HtmlPage;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Section;
import dev.facsimile.analyze.report.Tone;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.RunManifest;
import java.util.ArrayList;
import java.util.List;

/** A run's report as an HTML page. */
final class RunPage {
  private final RunReport report;
  private final DistributionCharts charts;
  private final TimeCharts times;
  private final HtmlPage page;

  private RunPage(String name, RunReport report, RunData data) {
    this.report = report;
    this.charts = new DistributionCharts(data);
    this.times = new TimeCharts(data);
    this.page = new HtmlPage("Run " + name, RunSentences.load(report) + ".");
  }

  static HtmlPage of(String name, RunReport report, RunData data) {
    RunPage run = new RunPage(name, report, data);
    run.marks();
    run.verdict();
    run.requests();
    run.latency();
    run.lag();
    run.tokens();
    run.objectives();
    run.slices();
    run.workload();
    run.overTime();
    run.server();
    run.worst();
    run.manifest();
    return run.page;
  }

  private void marks() {
    if (report.unapproved()) {
      page.mark(Tone.WARNING, "UNAPPROVED:", RunSentences.UNAPPROVED);
    }
    RunSentences.approvals(report.run())
        .forEach(sentence -> page.mark(Tone.PLAIN, "Approval:", sentence));
    if (report.run().state() == RunManifest.State.PARTIAL) {
      page.mark(Tone.WARNING, "PARTIAL:", RunSentences.PARTIAL);
    }
  }

  private void verdict() {
    RunManifest.Client client = report.run().client();
    Section section = page.section("Verdict");
    if (report.lacks().contains(Lack.CLIENT)) {
      section.notice(Tone.WARNING, "Client verdict unknown: another tool made this run.");
    } else {
      section.notice(
          RunSentences.tone(client.verdict()),
          "Client " + client.verdict().word() + ": " + RunSentences.verdict(client));
    }
    section.paragraph(RunSentences.outcome(report));
    RunSentences.selection(report).ifPresent(s -> section.notice(Tone.WARNING, s));
    RunSentences.lacks(report).forEach(s -> section.notice(Tone.WARNING, s));
    report.findings().forEach(finding -> section.notice(Tone.WARNING, finding));
    section.facts(
        List.of(
            new Section.Fact(
                "Met all objectives",
                NumberText.percent(report.slo().share().get(Since.SCHEDULE)),
                "of requests offered, "
                    + RunTables.shares(report.slo().shareLow(), report.slo().shareHigh())),
            new Section.Fact(
                "Goodput",
                NumberText.with(report.rates().goodputPerSecond(), "/s"),
                "of " + NumberText.with(report.rates().offeredPerSecond(), "/s") + " offered"),
            new Section.Fact(
                "Completed",
                NumberText.percent(
                    RunTables.share(report.counts().completed(), report.counts().offered())),
                "of requests offered"),
            fact("TTFT", report.userTtft(), "as a user felt it"),
            fact("TTFT", LatencyMetric.TTFT_FROM_DISPATCH, "from dispatch"),
            fact("ITL", LatencyMetric.ITL, "per request"),
            new Section.Fact(
                "Output tokens/s",
                NumberText.number(report.rates().outputTokensPerSecond()),
                "of completed requests")));
    section.note(RunSentences.client(client));
  }

  private Section.Fact fact(String name, LatencyMetric metric, String note) {
    Summary summary = report.latency(metric);
    String p50 = summary.at(50).map(q -> NumberText.duration(q.nanos())).orElse("–");
    String p99 = summary.at(99).map(q -> NumberText.duration(q.nanos())).orElse("–");
    return new Section.Fact(name + " p50", p50, "p99 " + p99 + ", " + note);
  }

  private void requests() {
    Section section = page.section("Requests").table(RunTables.counts(report));
    section.note(RunSentences.identities(report.counts())).paragraph(RunSentences.rates(report));
    if (!report.reasons().isEmpty()) {
      section.table(RunTables.reasons(report));
    }
  }

  private void latency() {
    Section section = page.section("Latency").table(RunTables.latencies(report));
    section.note(report.percentileConvention() + " " + RunSentences.COMPLETED_ONLY);
    if (RunTables.thin(report)) {
      section.note(RunTables.THIN);
    }
    section.details(
        "How sure the percentiles are", inside -> inside.table(RunTables.intervals(report)));
    if (report.tellsSchedule()) {
      section.table(RunTables.offeredTails(report));
    }
    if (!report.outputBuckets().isEmpty()) {
      section.table(RunTables.outputBuckets(report));
    }
    if (!report.firstTokenParts().isEmpty()) {
      section.table(RunTables.firstTokenParts(report));
    }
    section.charts(charts.ttft(), charts.itl());
    charts.ttftByInput().ifPresent(section::charts);
    section.charts(times.ttft(), times.rates());
    section.details("Definitions", inside -> inside.table(definitions()));
  }

  private static DataTable definitions() {
    DataTable table = new DataTable("What each latency is").words("latency", "definition", "of");
    for (LatencyMetric metric : LatencyMetric.values()) {
      table.row(
          metric.label(),
          metric.definition(),
          metric.completedOnly() ? "completed requests" : "dispatched requests");
    }
    return table;
  }

  private void lag() {
    if (report.lacks().contains(Lack.LAG)) {
      return;
    }
    page.section("Send lag")
        .table(RunTables.lag(report))
        .note(RunSentences.LAG)
        .charts(charts.sendLag());
  }

  private void tokens() {
    Section section = page.section("Tokens").paragraph(RunSentences.throughput(report));
    section.table(RunTables.tokenSources(report)).paragraph(RunSentences.tokens(report));
  }

  private void objectives() {
    page.section("Objectives").table(RunTables.slo(report)).note(RunSentences.objectives(report));
  }

  private void slices() {
    Section section = page.section("Slices");
    List<Dimension> dimensions = SliceTables.dimensions(report);
    if (dimensions.isEmpty()) {
      section.paragraph("The requests do not differ in any field that this report slices by.");
    }
    for (Dimension dimension : dimensions) {
      section.table(SliceTables.slices(report, dimension));
    }
    section.note(
        "SLO share: of the requests offered in the slice, from schedule. TTFT p50 and p99 are from"
            + " dispatch, then from schedule. At most "
            + Slice.MOST
            + " slices each, those with the most requests.");
  }

  private void workload() {
    Section section = page.section("Workload");
    section.table(RunTables.lengths(report));
    if (!report.workload().classes().isEmpty()) {
      section.table(classes());
    }
    if (!report.workload().finishReasons().isEmpty()) {
      section.table(RunTables.finishReasons(report));
    }
    section.paragraph(RunSentences.workload(report.run()) + " " + RunSentences.dispersion(report));
    section.paragraph(RunSentences.prefixHits(report));
    section.charts(charts.lengths());
  }

  private DataTable classes() {
    DataTable table = new DataTable("Class mix of requests offered").words("class");
    table.numbers("requests", "share");
    for (RunReport.ClassShare one : report.workload().classes()) {
      double share = RunTables.share(one.requests(), report.counts().offered());
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(one.name())));
      cells.add(Cell.of(NumberText.count(one.requests())));
      cells.add(Cell.bar(NumberText.percent(share), share));
      table.row(cells);
    }
    return table;
  }

  private void overTime() {
    Section section = page.section("Over time");
    DataTable phases = SliceTables.phases(report);
    if (phases.isEmpty()) {
      section.note("The workload labels no phases: its whole time counts, warm-up included.");
    } else {
      section.table(phases);
    }
    if (!report.spikes().isEmpty()) {
      section.table(RunTables.spikes(report));
      section.note(
          "Recovered: from the first of three spans in a row whose TTFT p90 is at most 1.25 times"
              + " that of all requests due before the spike.");
    }
    if (!report.trends().isEmpty()) {
      section.table(RunTables.trends(report));
    }
    section.charts(times.inFlight(), times.tokenEvents());
  }

  private void server() {
    Section section = page.section("Server and cost");
    section.paragraph(RunSentences.serverQueue(report));
    RunSentences.efficiency(report).forEach(section::paragraph);
    if (!report.server().isEmpty()) {
      section.table(RunTables.server(report));
      section.charts(times.server());
    }
  }

  private void worst() {
    if (report.worst().isEmpty()) {
      return;
    }
    page.section("Slowest requests")
        .charts(charts.waterfall(report.worst()))
        .details("As a table", inside -> inside.table(RunTables.worst(report)));
  }

  private void manifest() {
    page.section("The run")
        .paragraph(
            "On "
                + report.run().host().os()
                + ", "
                + report.run().host().processors()
                + " processors, "
                + report.run().host().jvm()
                + "; Facsimile "
                + report.run().toolVersion()
                + ", method version "
                + report.methodVersion()
                + ".")
        .details("run.json", inside -> inside.code(Json.pretty(report.run())));
  }
}
