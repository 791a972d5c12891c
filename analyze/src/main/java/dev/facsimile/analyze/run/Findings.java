package dev.facsimile.analyze.run;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** What a reader of a run's figures should know, one sentence each. */
final class Findings {
  private Findings() {}

  static List<String> of(RunData data) {
    List<String> findings = new ArrayList<>();
    RunManifest manifest = data.manifest();
    RunManifest.Counts counts = data.counts();
    if (manifest.state() == RunManifest.State.PARTIAL) {
      findings.add(
          "The run was interrupted: its figures cover what had ended by then, "
              + counts.offered()
              + " of "
              + manifest.workload().requests()
              + " planned requests.");
    } else if (counts.offered() != manifest.workload().requests()) {
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
    series(data.series(), counts, findings);
    tokens(data.tokens(), findings);
    return findings;
  }

  private static void series(
      List<Second> series, RunManifest.Counts counts, List<String> findings) {
    same("offered", series, Second::offered, counts.offered(), findings);
    same("dispatched", series, Second::dispatched, counts.dispatched(), findings);
    same("completed", series, Second::completed, counts.completed(), findings);
    same("rejected", series, Second::rejected, counts.rejected(), findings);
    long failed = counts.timedOut() + counts.cancelled() + counts.failed();
    same("timed out, cancelled or failed", series, Second::failed, failed, findings);
  }

  private static void same(
      String what,
      List<Second> series,
      ToIntFunction<Second> count,
      long expected,
      List<String> findings) {
    long sum = series.stream().mapToLong(count::applyAsInt).sum();
    if (sum != expected) {
      findings.add(
          "The per-second series counts "
              + sum
              + " requests as "
              + what
              + ", the outcomes "
              + expected
              + ": charts over time are not whole.");
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
