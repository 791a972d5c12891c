package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Tone;
import dev.facsimile.trace.header.RunManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What a run's report says in words, the same on the page and on the terminal. */
final class RunSentences {
  static final String UNAPPROVED = "made from a trace without a valid approval; do not pass it on.";
  static final String PARTIAL = "interrupted; the figures cover what had ended by then.";
  static final String LAG =
      "Send lag = wake (the client late in turning to the request) + slot (held back by the user's"
          + " own cap) + connect + write. The client's verdict looks at wake and write alone.";
  static final String COMPLETED_ONLY =
      "Over completed requests: one that failed is never a fast success; it counts as a miss in the"
          + " objectives and as never in the table of all offered requests.";

  private RunSentences() {}

  static String load(RunReport report) {
    RunManifest run = report.run();
    RunManifest.Load load = run.load();
    String shape =
        load.mode()
            + (load.mode().equals("open") || load.mode().equals("closed") ? " loop" : "")
            + (load.mode().equals("open") ? ", speed " + NumberText.trimmed(load.speed()) : "")
            + (load.clients().isPresent() ? ", " + load.clients().getAsInt() + " clients" : "")
            + (load.maxConcurrency().isPresent()
                ? ", at most " + load.maxConcurrency().getAsInt() + " in flight"
                : "");
    return NumberText.count(report.counts().offered())
        + " requests in "
        + NumberText.duration(run.durationNanos())
        + " ("
        + shape
        + ") to "
        + run.target().url()
        + ", "
        + run.target().protocol()
        + ", model "
        + run.target().model()
        + ", started "
        + run.startedAt();
  }

  /** One sentence for each approval that the run's chain carries. */
  static List<String> approvals(RunManifest run) {
    return run.provenance().approvals().stream()
        .map(approval -> "Derived from " + approval.sentence() + ".")
        .toList();
  }

  static Tone tone(RunManifest.Verdict verdict) {
    return switch (verdict) {
      case VALID -> Tone.GOOD;
      case DEGRADED -> Tone.WARNING;
      case CLIENT_BOUND -> Tone.BAD;
    };
  }

  static String verdict(RunManifest.Client client) {
    String meaning =
        switch (client.verdict()) {
          case VALID -> "the client kept up, so that the latencies are the server's.";
          case DEGRADED -> "the client was late at times; read the tail with care.";
          case CLIENT_BOUND ->
              "the client could not keep up: the latencies are in part its own, not the server's.";
        };
    return client.reasons().isEmpty()
        ? meaning
        : meaning + " Reasons: " + String.join("; ", client.reasons()) + ".";
  }

  static String client(RunManifest.Client client) {
    return "Client: wake p99 "
        + NumberText.duration(client.wakeP99Nanos())
        + ", connect p99 "
        + NumberText.duration(client.connectP99Nanos())
        + ", write p99 "
        + NumberText.duration(client.writeP99Nanos())
        + ", send lag p99 "
        + NumberText.duration(client.lagP99Nanos())
        + ", largest "
        + NumberText.duration(client.lagMaxNanos())
        + "; garbage collection "
        + NumberText.duration(client.gcPauseNanos())
        + ", processor time "
        + NumberText.duration(client.cpuNanos())
        + ".";
  }

  static String identities(RunManifest.Counts counts) {
    return "offered "
        + NumberText.count(counts.offered())
        + " = never sent "
        + NumberText.count(counts.neverSent())
        + " + dispatched "
        + NumberText.count(counts.dispatched())
        + "; dispatched = completed "
        + NumberText.count(counts.completed())
        + " + rejected "
        + NumberText.count(counts.rejected())
        + " + timed out "
        + NumberText.count(counts.timedOut())
        + " + cancelled "
        + NumberText.count(counts.cancelled())
        + " + failed "
        + NumberText.count(counts.failed())
        + ". Added up from the outcomes and equal to the run's own count.";
  }

  static String objectives(RunReport report) {
    return "Objectives: "
        + limits(report)
        + ". The denominator is every request offered: one that was never sent or did not complete"
        + " has missed. ITL does not apply below 2 tokens and to answers that were not streamed."
        + (report.slo().plannedDisconnects() == 0
            ? ""
            : " "
                + NumberText.count(report.slo().plannedDisconnects())
                + " planned disconnects, among the cancelled, are judged up to the cut: "
                + NumberText.count(report.slo().goodPlannedDisconnects())
                + " had missed nothing by then.");
  }

  /** What the run decides, first of all that a reader sees. */
  static String outcome(RunReport report) {
    Since since = report.tellsSchedule() ? Since.SCHEDULE : Since.DISPATCH;
    return NumberText.percent(report.slo().share().get(since))
        + " of "
        + NumberText.count(report.slo().offered())
        + " requests offered met "
        + limits(report)
        + " (from "
        + since.word()
        + (since == Since.SCHEDULE
            ? "; 95 % interval "
                + RunTables.shares(report.slo().shareLow(), report.slo().shareHigh())
            : "; when they were due is not known")
        + "). Goodput "
        + NumberText.with(report.rates().goodputPerSecond(), "/s")
        + " of "
        + NumberText.with(report.rates().offeredPerSecond(), "/s")
        + " offered.";
  }

  private static String limits(RunReport report) {
    return report.slo().limitNanos().entrySet().stream()
            .map(e -> e.getKey().name() + " ≤ " + NumberText.duration(e.getValue()))
            .collect(Collectors.joining(", "))
        + (report.slo().stated() ? "" : " (defaults; --slo states others)");
  }

  /** The part of the run that the figures are over, where it is not all of it. */
  static Optional<String> selection(RunReport report) {
    return report
        .selection()
        .map(
            of ->
                "Only requests due "
                    + (of.fromNanos() > 0 || of.toNanos().isPresent()
                        ? "from "
                            + NumberText.duration(of.fromNanos())
                            + (of.toNanos().isPresent()
                                ? " to " + NumberText.duration(of.toNanos().getAsLong())
                                : " on")
                        : "at any time")
                    + of.phase().map(phase -> ", of the phase '" + phase + "'").orElse("")
                    + " count here: "
                    + NumberText.count(report.counts().offered())
                    + " of "
                    + NumberText.count(report.run().counts().offered())
                    + ".");
  }

  /** What a run of another tool does not tell. */
  static List<String> lacks(RunReport report) {
    return report.lacks().stream()
        .map(lack -> "The file does not tell " + lack.sentence() + ".")
        .toList();
  }

  static String prefixHits(RunReport report) {
    CacheTally.Hits hits = report.workload().prefixHits();
    String planned =
        hits.plannedShare().isPresent()
            ? " An infinite cache that starts cold could have given "
                + NumberText.percent(hits.plannedShare().getAsDouble())
                + " for the prefix blocks that were sent."
            : "";
    if (hits.cachedShare().isEmpty()) {
      return "The server told no cached prompt tokens." + planned;
    }
    return "The server took "
        + NumberText.percent(hits.cachedShare().getAsDouble())
        + " of the prompt tokens from its cache, as told for "
        + NumberText.count(hits.requestsTold())
        + " requests"
        + (hits.firstTenthShare().isPresent() && hits.lastTenthShare().isPresent()
            ? "; "
                + NumberText.percent(hits.firstTenthShare().getAsDouble())
                + " in the first tenth of the run and "
                + NumberText.percent(hits.lastTenthShare().getAsDouble())
                + " in the last"
            : "")
        + "."
        + planned;
  }

  static List<String> efficiency(RunReport report) {
    List<String> sentences = new ArrayList<>();
    if (report.efficiency().isEmpty()) {
      return sentences;
    }
    Efficiency one = report.efficiency().get();
    if (one.joules().isPresent()) {
      sentences.add(
          "Energy of the GPUs "
              + NumberText.with(one.joules().getAsDouble() / 1000, "kJ")
              + ": "
              + NumberText.with(one.outputTokensPerJoule().orElse(0), "output tokens/J")
              + ", "
              + NumberText.with(one.totalTokensPerJoule().orElse(0), "tokens/J in all")
              + ".");
    }
    if (one.gpuUse().isPresent()) {
      sentences.add(
          "Mean GPU utilization "
              + NumberText.percent(one.gpuUse().getAsDouble())
              + ": "
              + NumberText.with(
                  one.outputTokensPerGpuSecond().orElse(0), "output tokens per GPU-second in use")
              + ".");
    }
    one.cost().ifPresent(cost -> sentences.add(cost(cost)));
    return sentences;
  }

  private static String cost(Efficiency.Cost cost) {
    return "Cost, "
        + cost.currency()
        + ": "
        + (cost.tokens().isPresent()
            ? NumberText.number(cost.tokens().getAsDouble()) + " for tokens, "
            : "")
        + (cost.servers().isPresent()
            ? NumberText.number(cost.servers().getAsDouble()) + " for servers, "
            : "")
        + "which is per million input tokens "
        + number(cost.perMillionInput())
        + ", output tokens "
        + number(cost.perMillionOutput())
        + ", all tokens "
        + number(cost.perMillionTotal())
        + "; per thousand good requests "
        + number(cost.perThousandGood())
        + ".";
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? NumberText.number(value.getAsDouble()) : "–";
  }

  /** Whether a slope that is none of chance is also large enough to be seen in its figures. */
  static boolean isWorthTelling(Trend trend) {
    return trend.moved() && !value(trend, trend.start()).equals(value(trend, trend.end()));
  }

  private static String value(Trend trend, double value) {
    return trend.unit().equals("ns") ? NumberText.duration(value) : NumberText.percent(value);
  }

  static String trend(Trend trend) {
    String from = value(trend, trend.start());
    String to = value(trend, trend.end());
    return trend.figure()
        + (trend.perHour() > 0 ? " rose" : " fell")
        + " over the run, from "
        + from
        + " to "
        + to
        + " along a straight line whose slope is none of chance (95 %).";
  }

  static String serverQueue(RunReport report) {
    return switch (report.serverQueue()) {
      case PER_REQUEST ->
          "The server told the queue time of "
              + NumberText.count(report.latency(LatencyMetric.SERVER_QUEUE).n())
              + " of "
              + NumberText.count(report.counts().completed())
              + " completed requests: p50 "
              + at(report, 50)
              + ", p99 "
              + at(report, 99)
              + ". What it did not tell is unknown, and in no figure.";
      case SERIES_ONLY ->
          "Queue time inside the server is not told for each request: how many waited is a series"
              + " only.";
      case UNKNOWN ->
          "Queue time inside the server is not known: it told neither times nor a series.";
    };
  }

  private static String at(RunReport report, double percent) {
    return report
        .latency(LatencyMetric.SERVER_QUEUE)
        .at(percent)
        .map(q -> NumberText.duration(q.nanos()))
        .orElse("–");
  }

  static String rates(RunReport report) {
    RunReport.Rates rates = report.rates();
    return "Offered "
        + NumberText.with(rates.offeredPerSecond(), "requests/s")
        + ", goodput "
        + NumberText.with(rates.goodputPerSecond(), "requests/s")
        + " over the "
        + NumberText.duration(report.window().nanos())
        + (report.window().wholeRun() ? " of the whole run" : " in which load was offered")
        + "; completed "
        + NumberText.with(rates.completedPerSecond(), "requests/s")
        + (report.selection().isPresent() ? "." : " over the whole run, its drain included.");
  }

  static String throughput(RunReport report) {
    RunReport.Rates rates = report.rates();
    return "Input "
        + NumberText.with(rates.inputTokensPerSecond(), "tokens/s")
        + ", output "
        + NumberText.with(rates.outputTokensPerSecond(), "tokens/s")
        + ", total "
        + NumberText.with(rates.totalTokensPerSecond(), "tokens/s")
        + (report.selection().isPresent()
            ? ": tokens of completed requests ÷ the selected "
            : ": tokens of completed requests ÷ the whole run of ")
        + NumberText.duration(report.window().tokenNanos())
        + ".";
  }

  static String tokens(RunReport report) {
    RunReport.Tokens tokens = report.tokens();
    String plan =
        tokens.planned() == 0
            ? "No output length was planned."
            : "Planned "
                + NumberText.count(tokens.plannedOutputTokens())
                + " output tokens, received "
                + NumberText.count(tokens.receivedOutputTokens())
                + " ("
                + NumberText.percent(
                    RunTables.share(tokens.receivedOutputTokens(), tokens.plannedOutputTokens()))
                + "); "
                + NumberText.percent(RunTables.share(tokens.exactLength(), tokens.planned()))
                + " of completed requests received exactly what was planned.";
    return plan
        + " Prompt tokens counted by the server for "
        + NumberText.count(tokens.inputCountedByServer())
        + " of "
        + NumberText.count(report.counts().completed())
        + " completed requests, planned ones taken for the others. Requests that did not complete"
        + " received "
        + NumberText.count(tokens.outputTokensOfOthers())
        + " output tokens, in no rate here.";
  }

  static String dispersion(RunReport report) {
    return report.workload().dispatchedDispersion().isPresent()
        ? "Index of dispersion of requests dispatched per second: "
            + NumberText.number(report.workload().dispatchedDispersion().getAsDouble())
            + (report.workload().dispersionOfTenSeconds().isPresent()
                ? ", in 10 s "
                    + NumberText.number(report.workload().dispersionOfTenSeconds().getAsDouble())
                : "")
            + " (1 for a Poisson process, more for bursts)"
            + (report.workload().gapVariation().isPresent()
                ? "; coefficient of variation of the times between due requests "
                    + NumberText.number(report.workload().gapVariation().getAsDouble())
                : "")
            + "."
        : "Too short for an index of dispersion.";
  }

  static String workload(RunManifest run) {
    return "Workload "
        + run.workload().digest()
        + (run.workload().seed().isPresent() ? ", seed " + run.workload().seed().get() : "")
        + ", "
        + NumberText.count(run.workload().requests())
        + " requests planned.";
  }
}
