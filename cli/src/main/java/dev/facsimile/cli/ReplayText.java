package dev.facsimile.cli;

import dev.facsimile.replay.run.AbortOn;
import dev.facsimile.replay.run.ReplayPlan;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.stats.Percentiles;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;

/** A replay's plan and its end, for people. */
final class ReplayText {
  private ReplayText() {}

  static String plan(ReplayPlan plan, AbortOn.Prices prices) {
    StringBuilder text = new StringBuilder();
    line(text, "requests       %,d", plan.requests());
    if (plan.leftOut() > 0) {
      line(text, "left out       %,d rows of the trace, without known lengths", plan.leftOut());
    }
    line(text, "input tokens   %,d", plan.inputTokens());
    line(text, "output tokens  %,d", plan.outputTokens());
    if (!prices.equals(AbortOn.Prices.NONE)) {
      line(text, "cost           %.2f", prices.of(plan.inputTokens(), plan.outputTokens()));
    }
    if (plan.pace().isPresent()) {
      line(text, "last request   at %.1f s", plan.pace().get().lastNanos() / 1e9);
      plan.meanPerSecond().ifPresent(rate -> line(text, "mean rate      %.2f/s", rate));
      line(text, "peak rate      %,d in one second", plan.pace().get().peakPerSecond());
      curve(text, plan);
    } else {
      line(text, "rate           as fast as the server answers (closed loop)");
    }
    files(text, plan);
    plan.slices()
        .forEach(
            (name, count) ->
                line(
                    text,
                    "slice          %s: %,d requests%s",
                    name,
                    count,
                    count < ReplayPlan.LEAST_FOR_P99
                        ? ", too few for a stable p99 (" + ReplayPlan.LEAST_FOR_P99 + " or more)"
                        : ""));
    return text.toString();
  }

  private static void curve(StringBuilder text, ReplayPlan plan) {
    if (plan.curve().isEmpty()) {
      return;
    }
    double part = plan.pace().orElseThrow().lastNanos() / 1e9 / ReplayPlan.PARTS;
    line(
        text,
        "rate curve     %s per second, in tenths of the time",
        plan.curve().stream()
            .map(count -> String.format(Locale.ROOT, "%.1f", count / part))
            .collect(Collectors.joining(" ")));
  }

  private static void files(StringBuilder text, ReplayPlan plan) {
    if (plan.openFilesLimit().isEmpty()) {
      return;
    }
    line(
        text,
        "open files     %s, at most %,d allowed",
        plan.openFiles().isPresent()
            ? String.format(Locale.ROOT, "about %,d", plan.openFiles().getAsLong())
            : "one for each request in flight and about 100",
        plan.openFilesLimit().getAsLong());
  }

  static String report(RunReport report, Path folder) {
    RunManifest manifest = report.manifest();
    RunManifest.Counts counts = manifest.counts();
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s%s",
        manifest.client().verdict().word(),
        manifest.state() == RunManifest.State.PARTIAL
            ? " (partial: " + because(manifest) + ")"
            : "");
    manifest.client().reasons().forEach(reason -> line(text, "  %s", reason));
    line(
        text,
        "offered %,d = dispatched %,d + never sent %,d, in %.1f s",
        counts.offered(),
        counts.dispatched(),
        counts.neverSent(),
        manifest.durationNanos() / 1e9);
    line(
        text,
        "dispatched = completed %,d + rejected %,d + timed out %,d + cancelled %,d + failed %,d",
        counts.completed(),
        counts.rejected(),
        counts.timedOut(),
        counts.cancelled(),
        counts.failed());
    manifest
        .details()
        .filter(details -> details.retries() > 0)
        .ifPresent(details -> line(text, "retries %,d, counted apart", details.retries()));
    line(text, "TTFT from dispatch  %s", figures(report.ttftFromDispatch()));
    line(text, "TTFT from schedule  %s", figures(report.ttftFromSchedule()));
    line(text, "send lag            %s", figures(report.lag()));
    line(text, "event loop delay    %s", figures(report.loopDelay()));
    line(text, "written to %s", folder);
    return text.toString();
  }

  private static String because(RunManifest manifest) {
    return manifest.details().flatMap(RunManifest.Details::endedBecause).orElse("interrupted");
  }

  /** Nearest rank, exact. */
  private static String figures(Percentiles values) {
    if (values.isEmpty()) {
      return "none";
    }
    return String.format(
        Locale.ROOT,
        "p50 %.2f ms, p99 %.2f ms, max %.2f ms",
        values.at(50) / 1e6,
        values.at(99) / 1e6,
        values.max() / 1e6);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
