package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.SampleSize;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.SloCount;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Tone;
import dev.facsimile.trace.header.RunManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of a run's report, the same on the page and on the terminal. */
final class RunTables {
  /** What the sign of a percentile with too few requests means. */
  static final String THIN =
      "! = too few requests for this percentile: p90 needs "
          + NumberText.count(SampleSize.least(90))
          + ", p95 "
          + NumberText.count(SampleSize.least(95))
          + ", p99 "
          + NumberText.count(SampleSize.least(99))
          + ", p99.9 "
          + NumberText.count(SampleSize.least(99.9))
          + " (bound of MLPerf LoadGen).";

  static final List<LatencyMetric> USER =
      List.of(
          LatencyMetric.TTFT_FROM_DISPATCH,
          LatencyMetric.TTFT_FROM_SCHEDULE,
          LatencyMetric.ITL,
          LatencyMetric.E2E_FROM_DISPATCH,
          LatencyMetric.E2E_FROM_SCHEDULE,
          LatencyMetric.STREAM_CLOSE);
  static final List<LatencyMetric> LAG =
      List.of(
          LatencyMetric.SEND_LAG,
          LatencyMetric.WAKE,
          LatencyMetric.SLOT,
          LatencyMetric.CONNECT,
          LatencyMetric.WRITE);

  private RunTables() {}

  static DataTable counts(RunReport report) {
    RunManifest.Counts counts = report.counts();
    DataTable table =
        new DataTable(
                "Requests; per second of the "
                    + NumberText.duration(report.window().nanos())
                    + (report.window().wholeRun()
                        ? " that the run took"
                        : " in which load was offered"))
            .words("request")
            .numbers("count", "of offered", "per second");
    count(table, "offered", counts.offered(), report);
    count(table, "… never sent", counts.neverSent(), report);
    count(table, "… dispatched", counts.dispatched(), report);
    count(table, "…… completed", counts.completed(), report);
    count(table, "…… rejected", counts.rejected(), report);
    count(table, "…… timed out", counts.timedOut(), report);
    count(table, "…… cancelled", counts.cancelled(), report);
    count(table, "…… failed", counts.failed(), report);
    count(table, "accepted (2xx headers)", counts.accepted(), report);
    count(table, "retries, counted apart", report.retries(), report);
    return table;
  }

  private static void count(DataTable table, String name, long count, RunReport report) {
    double share = share(count, report.counts().offered());
    table.row(
        List.of(
            Cell.of(name),
            Cell.of(NumberText.count(count)),
            Cell.bar(NumberText.percent(share), share),
            Cell.of(NumberText.number(count / report.window().seconds()))));
  }

  /** An interval of shares. */
  static String shares(double low, double high) {
    return NumberText.percent(low) + " – " + NumberText.percent(high);
  }

  /** The interval of a percentile; open where the sample does not reach. */
  static String interval(Summary.Quantile quantile) {
    if (quantile.lowNanos().isEmpty() && quantile.highNanos().isEmpty()) {
      return "–";
    }
    return (quantile.lowNanos().isPresent()
            ? NumberText.duration(quantile.lowNanos().getAsLong())
            : "?")
        + " – "
        + (quantile.highNanos().isPresent()
            ? NumberText.duration(quantile.highNanos().getAsLong())
            : "?");
  }

  /** The 95 % intervals of the percentiles of completed requests' latencies. */
  static DataTable intervals(RunReport report) {
    DataTable table =
        new DataTable("95 % intervals of the percentiles, from batches in time").words("latency");
    Summary.PERCENTS.forEach(percent -> table.numbers("p" + NumberText.trimmed(percent)));
    for (LatencyMetric metric : USER) {
      Summary summary = report.latency(metric);
      if (summary.n() == 0) {
        continue;
      }
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(metric.label())));
      summary.percentiles().forEach(q -> cells.add(Cell.of(interval(q))));
      table.row(cells);
    }
    return table;
  }

  /** E2E by the length of the answer. */
  static DataTable outputBuckets(RunReport report) {
    DataTable table =
        new DataTable("E2E by output tokens received, never over all lengths together")
            .words("output tokens")
            .numbers("n", "E2E p50", "E2E p90", "E2E p99", "p50 sched.", "p99 sched.")
            .numbers("per token p50", "p90");
    for (OutputBucket bucket : report.outputBuckets()) {
      table.row(
          List.of(
              Cell.of(bucket.outputTokens()),
              Cell.of(NumberText.count(bucket.e2eFromDispatch().n())),
              quantile(bucket.e2eFromDispatch().at(50)),
              quantile(bucket.e2eFromDispatch().at(90)),
              quantile(bucket.e2eFromDispatch().at(99)),
              quantile(bucket.e2eFromSchedule().at(50)),
              quantile(bucket.e2eFromSchedule().at(99)),
              quantile(bucket.perOutputToken().at(50)),
              quantile(bucket.perOutputToken().at(90))));
    }
    return table;
  }

  static DataTable spikes(RunReport report) {
    DataTable table =
        new DataTable("Spikes: twice the usual rate or more, and the recovery behind each")
            .words("from", "recovered")
            .numbers("lasted", "offered/s", "before", "TTFT p90", "before");
    for (Spike spike : report.spikes()) {
      table.row(
          List.of(
              Cell.of(NumberText.duration(spike.fromNanos())),
              recovery(spike),
              Cell.of(NumberText.duration(spike.toNanos() - spike.fromNanos())),
              Cell.of(NumberText.number(spike.perSecond())),
              Cell.of(NumberText.number(spike.perSecondBefore())),
              Cell.of(
                  spike.ttftP90WithinNanos().isPresent()
                      ? NumberText.duration(spike.ttftP90WithinNanos().getAsLong())
                      : "never"),
              Cell.of(NumberText.duration(spike.ttftP90BeforeNanos()))));
    }
    return table;
  }

  private static Cell recovery(Spike spike) {
    return switch (spike.end()) {
      case RECOVERED ->
          Cell.of("after " + NumberText.duration(spike.recoveredAfterNanos().getAsLong()));
      case NOT_RECOVERED -> Cell.of("not recovered", Tone.BAD);
      case NOT_SEEN -> Cell.of("run ended too early to tell", Tone.WARNING);
    };
  }

  static DataTable trends(RunReport report) {
    DataTable table =
        new DataTable("Slopes over the run, a straight line through spans of equal width")
            .words("figure", "verdict")
            .numbers("per hour", "95 % interval", "from", "to");
    for (Trend trend : report.trends()) {
      table.row(
          List.of(
              Cell.of(trend.figure()),
              trend.moved()
                  ? Cell.of(trend.perHour() > 0 ? "rises" : "falls", Tone.WARNING)
                  : Cell.of("no slope to tell from chance"),
              Cell.of(value(trend, trend.perHour())),
              Cell.of(value(trend, trend.lowPerHour()) + " – " + value(trend, trend.highPerHour())),
              Cell.of(value(trend, trend.start())),
              Cell.of(value(trend, trend.end()))));
    }
    return table;
  }

  private static String value(Trend trend, double value) {
    return trend.unit().equals("ns")
        ? NumberText.duration(value)
        : NumberText.number(value * 100) + " %";
  }

  static DataTable server(RunReport report) {
    DataTable table =
        new DataTable("What servers and GPUs told of themselves")
            .words("figure", "source")
            .numbers("mean", "max", "first", "last");
    for (ServerSummary one : report.server()) {
      table.row(
          one.figure().label(),
          one.source(),
          one.figure().unit().text(one.mean()),
          one.figure().unit().text(one.max()),
          one.figure().unit().text(one.first()),
          one.figure().unit().text(one.last()));
    }
    return table;
  }

  static DataTable finishReasons(RunReport report) {
    DataTable table =
        new DataTable("Why answers ended, of completed requests").words("finish reason");
    table.numbers("requests", "share");
    for (RunReport.ClassShare one : report.workload().finishReasons()) {
      double share = share(one.requests(), report.counts().completed());
      table.row(
          List.of(
              Cell.of(one.name()),
              Cell.of(NumberText.count(one.requests())),
              Cell.bar(NumberText.percent(share), share)));
    }
    return table;
  }

  static DataTable worst(RunReport report) {
    DataTable table =
        new DataTable("The requests that waited longest for the first token")
            .words("request", "class")
            .numbers("due at", "input", "output", "client", "server to first token", "to last");
    for (WorstRequest one : report.worst()) {
      table.row(
          one.requestId(),
          one.requestClass().orElse("–"),
          NumberText.duration(one.scheduledNanos()),
          one.inputTokens().isPresent() ? NumberText.count(one.inputTokens().getAsInt()) : "–",
          NumberText.count(one.outputTokens()),
          NumberText.duration(one.dispatched()),
          NumberText.duration(one.firstToken() - one.dispatched()),
          NumberText.duration(one.lastToken() - one.firstToken()));
    }
    return table;
  }

  static DataTable reasons(RunReport report) {
    DataTable table =
        new DataTable("Why requests did not complete")
            .words("status", "reason")
            .numbers("requests");
    for (Reasons.Reason reason : report.reasons()) {
      table.row(reason.status(), reason.reason(), NumberText.count(reason.requests()));
    }
    return table;
  }

  /** Latencies of completed requests, then the gaps. */
  static DataTable latencies(RunReport report) {
    DataTable table = summaries("Latency of completed requests");
    USER.forEach(metric -> summary(table, metric.label(), report.latency(metric)));
    summary(table, "Gaps, pooled", report.gaps());
    return table;
  }

  static DataTable lag(RunReport report) {
    DataTable table = summaries("Send lag of dispatched requests");
    LAG.forEach(metric -> summary(table, metric.label(), report.latency(metric)));
    return table;
  }

  private static DataTable summaries(String caption) {
    DataTable table = new DataTable(caption).words("latency").numbers("n", "mean");
    Summary.PERCENTS.forEach(percent -> table.numbers("p" + NumberText.trimmed(percent)));
    return table.numbers("max");
  }

  private static void summary(DataTable table, String name, Summary summary) {
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(name));
    cells.add(Cell.of(NumberText.count(summary.n())));
    cells.add(
        Cell.of(
            summary.meanNanos().isPresent()
                ? NumberText.duration(summary.meanNanos().getAsDouble())
                : "–"));
    Summary.PERCENTS.forEach(percent -> cells.add(quantile(summary.at(percent))));
    cells.add(
        Cell.of(
            summary.maxNanos().isPresent()
                ? NumberText.duration(summary.maxNanos().getAsLong())
                : "–"));
    table.row(cells);
  }

  static Cell quantile(Optional<Summary.Quantile> quantile) {
    return quantile
        .map(q -> Cell.of(NumberText.duration(q.nanos()), q.enough() ? Tone.PLAIN : Tone.WARNING))
        .orElse(Cell.of("–"));
  }

  /** Whether some percentile of the report has too few requests behind it. */
  static boolean thin(RunReport report) {
    return report.latencies().values().stream().anyMatch(Summary::thin) || report.gaps().thin();
  }

  static DataTable offeredTails(RunReport report) {
    DataTable table =
        new DataTable("Of all offered requests, what did not complete counted as never")
            .words("latency");
    Summary.PERCENTS.forEach(percent -> table.numbers("p" + NumberText.trimmed(percent)));
    for (LatencyMetric metric :
        List.of(LatencyMetric.TTFT_FROM_SCHEDULE, LatencyMetric.E2E_FROM_SCHEDULE)) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(metric.label())));
      report.offeredTails().stream()
          .filter(tail -> tail.metric().equals(metric.word()))
          .forEach(
              tail ->
                  cells.add(
                      tail.nanos().isPresent()
                          ? Cell.of(NumberText.duration(tail.nanos().getAsLong()))
                          : Cell.of("never", Tone.BAD)));
      table.row(cells);
    }
    return table;
  }

  static DataTable slo(RunReport report) {
    DataTable table =
        new DataTable("Share of the requests offered that met their objectives")
            .words("objective", "from")
            .numbers("met", "of", "share");
    for (SloCount.Share share : report.slo().objectives()) {
      row(
          table,
          share.objective().name() + " ≤ " + NumberText.duration(share.limitNanos()),
          share.since(),
          share.met(),
          share.applies());
    }
    for (Since since : Since.values()) {
      row(table, "all of them", since, report.slo().good().get(since), report.slo().offered());
    }
    return table;
  }

  private static void row(DataTable table, String name, Since since, long met, long of) {
    double share = share(met, of);
    table.row(
        List.of(
            Cell.of(name),
            Cell.of(since.word()),
            Cell.of(NumberText.count(met)),
            Cell.of(NumberText.count(of)),
            Cell.bar(NumberText.percent(share), share)));
  }

  static DataTable tokenSources(RunReport report) {
    DataTable table =
        new DataTable("Output tokens of completed requests by who counted them")
            .words("counted by")
            .numbers("requests", "tokens", "used for", "same as used", "÷ used", "÷ planned");
    for (RunReport.Count count : report.tokens().outputCounts()) {
      table.row(
          switch (count.source()) {
            case "usage" -> "the server (usage)";
            case "tokenizer" -> "a tokenizer";
            default -> "chunks (events)";
          },
          NumberText.count(count.requests()),
          NumberText.count(count.tokens()),
          NumberText.count(count.used()),
          NumberText.percent(share(count.same(), count.requests())),
          ratio(count.tokens(), count.usedTokens()),
          ratio(count.tokensOfPlanned(), count.plannedTokens()));
    }
    return table;
  }

  private static String ratio(long a, long b) {
    return b == 0 ? "–" : NumberText.percent((double) a / b);
  }

  /** What the time to the first token was made of. */
  static DataTable firstTokenParts(RunReport report) {
    DataTable table =
        new DataTable(
                "Where the time to the first token went, of the "
                    + NumberText.count(
                        report.firstTokenParts().stream()
                            .mapToLong(FirstTokenPart::requests)
                            .findFirst()
                            .orElse(0))
                    + " requests whose server told its queue and its prefill")
            .words("part")
            .numbers("of the mean", "mean", "p50", "p90", "p99");
    for (FirstTokenPart part : report.firstTokenParts()) {
      table.row(
          List.of(
              Cell.of(part.part()),
              Cell.bar(NumberText.percent(part.share()), part.share()),
              Cell.of(NumberText.duration(part.meanNanos())),
              Cell.of(NumberText.duration(part.p50Nanos())),
              Cell.of(NumberText.duration(part.p90Nanos())),
              Cell.of(NumberText.duration(part.p99Nanos()))));
    }
    return table;
  }

  static DataTable lengths(RunReport report) {
    DataTable table =
        new DataTable("Lengths really sent and received, tokens")
            .words("length")
            .numbers("n", "mean", "min", "p50", "p90", "p95", "p99", "max");
    report.workload().inputTokens().ifPresent(l -> lengths(table, "input, dispatched", l));
    report.workload().outputTokens().ifPresent(l -> lengths(table, "output, completed", l));
    return table;
  }

  private static void lengths(DataTable table, String name, Lengths lengths) {
    table.row(
        name,
        NumberText.count(lengths.n()),
        NumberText.number(lengths.mean()),
        NumberText.count(lengths.min()),
        NumberText.count(lengths.p50()),
        NumberText.count(lengths.p90()),
        NumberText.count(lengths.p95()),
        NumberText.count(lengths.p99()),
        NumberText.count(lengths.max()));
  }

  static double share(long part, long of) {
    return of == 0 ? 0 : (double) part / of;
  }
}
