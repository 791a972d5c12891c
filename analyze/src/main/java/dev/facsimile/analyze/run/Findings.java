package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** What a reader of a run's figures should know, one sentence each. */
final class Findings {
  /** A tenth of fewer requests tells nothing of a cold start. */
  private static final int COLD_START = 30;

  private Findings() {}

  static List<String> of(RunData data) {
    List<String> findings = new ArrayList<>(data.notes());
    RunManifest manifest = data.manifest();
    RunManifest.Counts counts = data.counts();
    if (manifest.state() == RunManifest.State.PARTIAL) {
      findings.add(
          "The run was interrupted: its figures cover what had ended by then, "
              + counts.offered()
              + " of "
              + manifest.workload().requests()
              + " planned requests.");
    } else if (data.selection().isAll()
        && !data.lacks().contains(Lack.WORKLOAD)
        && counts.offered() != manifest.workload().requests()) {
      findings.add(
          counts.offered()
              + " requests were offered, but the workload has "
              + manifest.workload().requests()
              + ".");
    }
    if (manifest.methodVersion() != RunManifest.METHOD_VERSION) {
      findings.add(
          "The run's own client figures follow method version "
              + manifest.methodVersion()
              + ", this report follows "
              + RunManifest.METHOD_VERSION
              + ".");
    }
    if (data.selection().isAll()) {
      series(data.series(), counts, findings);
    }
    coldStart(data, findings);
    SlowCause.sentence(data).ifPresent(findings::add);
    tokens(data.tokens(), findings);
    return findings;
  }

  private static void series(
      List<Second> series, RunManifest.Counts counts, List<String> findings) {
    long failed = counts.timedOut() + counts.cancelled() + counts.failed();
    List<String> off = new ArrayList<>();
    same("offered", series, Second::offered, counts.offered(), off);
    same("dispatched", series, Second::dispatched, counts.dispatched(), off);
    same("completed", series, Second::completed, counts.completed(), off);
    same("rejected", series, Second::rejected, counts.rejected(), off);
    same("timed out, cancelled or failed", series, Second::failed, failed, off);
    if (!off.isEmpty()) {
      findings.add(
          "The per-second series does not add up to the outcomes, so that charts over time are not"
              + " whole: "
              + String.join("; ", off)
              + ".");
    }
  }

  /** Unlabelled warm-up in the figures of a run. */
  private static void coldStart(RunData data, List<String> findings) {
    if (data.dimension(Dimension.PHASE).isKnown() || data.offered() < 10 * COLD_START) {
      return;
    }
    TimeBins tenths = TimeBins.of(data, 10);
    Percentiles first = tenths.values(data.latency(data.userTtft()), 0);
    Percentiles others = tenths.values(data.latency(data.userTtft()), 1, 10);
    if (first.count() >= COLD_START
        && others.count() >= COLD_START
        && first.at(50) > 1.5 * others.at(50)) {
      findings.add(
          "The first tenth of the run looks like a cold start: its TTFT p50 is "
              + NumberText.duration(first.at(50))
              + ", that of the others "
              + NumberText.duration(others.at(50))
              + ". No phase is labelled, so that it counts in every figure; --from leaves it out.");
    }
  }

  private static void same(
      String what,
      List<Second> series,
      ToIntFunction<Second> count,
      long expected,
      List<String> off) {
    long sum = series.stream().mapToLong(count::applyAsInt).sum();
    if (sum != expected) {
      off.add(what + " " + sum + ", the outcomes " + expected);
    }
  }

  /**
   * Marks that no text has make a count of the text a little smaller: a tenth is another matter.
   */
  private static void disagreement(RunReport.Count count, List<String> findings) {
    boolean other =
        count.source().equals("tokenizer")
            && Math.abs(count.tokens() - count.usedTokens()) > 0.1 * count.usedTokens();
    if (other) {
      findings.add(
          "The tokenizer counts "
              + count.tokens()
              + " output tokens where the server's usage tells "
              + count.usedTokens()
              + ": it is not the served model's, or the text is not all that was made.");
    }
  }

  private static void tokens(TokenTally tokens, List<String> findings) {
    long[] events = tokens.sources().get("events");
    if (events != null) {
      findings.add(
          events[0]
              + " completed requests have neither the server's token count nor a tokenizer's: their"
              + " chunks were counted, each of which may hold several tokens.");
    }
    tokens.counts().forEach(count -> disagreement(count, findings));
    if (tokens.comparable() > 0
        && Math.abs(tokens.received() - tokens.planned()) > 0.01 * tokens.planned()) {
      findings.add(
          "Completed requests received "
              + tokens.received()
              + " output tokens where "
              + tokens.planned()
              + " were planned: the load on the server was not the planned one.");
    }
  }
}
