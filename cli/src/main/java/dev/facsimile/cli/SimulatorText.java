package dev.facsimile.cli;

import dev.facsimile.replay.simulator.fit.FitComparison;
import dev.facsimile.replay.simulator.virtual.VirtualReport;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.stats.Percentiles;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalDouble;

/** Runs in virtual time and fits of profiles, for people. */
final class SimulatorText {
  private SimulatorText() {}

  static String report(VirtualReport report, long tookNanos, Path folder) {
    RunManifest manifest = report.manifest();
    RunManifest.Counts counts = manifest.counts();
    StringBuilder text = new StringBuilder();
    line(text, "SIMULATED: %s, in virtual time", manifest.target().url());
    line(
        text,
        "offered %,d = completed %,d + rejected %,d + timed out %,d + cancelled %,d + failed %,d",
        counts.offered(),
        counts.completed(),
        counts.rejected(),
        counts.timedOut(),
        counts.cancelled(),
        counts.failed());
    if (report.leftOut() > 0) {
      line(text, "left out %,d rows of the trace, without known lengths", report.leftOut());
    }
    latency(text, "TTFT from schedule", report.ttftFromSchedule());
    latency(text, "TTFT from dispatch", report.ttftFromDispatch());
    latency(text, "E2E from schedule", report.e2eFromSchedule());
    line(
        text,
        "%.1f s simulated in %.2f s, %.0f times real time",
        manifest.durationNanos() / 1e9,
        tookNanos / 1e9,
        (double) manifest.durationNanos() / tookNanos);
    line(text, "run: %s", folder);
    return text.toString();
  }

  private static void latency(StringBuilder text, String name, Percentiles values) {
    if (!values.isEmpty()) {
      line(
          text,
          "%-19s mean %.0f ms, p50 %.0f, p90 %.0f, p99 %.0f, max %.0f (n %,d)",
          name,
          values.mean() / 1e6,
          values.at(50) / 1e6,
          values.at(90) / 1e6,
          values.at(99) / 1e6,
          values.max() / 1e6,
          values.count());
    }
  }

  static String comparison(FitComparison comparison) {
    StringBuilder text = new StringBuilder();
    line(text, "%-18s %12s %12s %8s", "", "real", "simulated", "error");
    for (FitComparison.Figure figure : comparison.figures()) {
      line(
          text,
          "%-18s %9.1f ms %9.1f ms %+7.1f%%%s",
          figure.name(),
          figure.realNanos() / 1e6,
          figure.simulatedNanos() / 1e6,
          100 * figure.error(),
          Math.abs(figure.error()) > FitComparison.LATENCY_BOUND ? "  over 15 %" : "");
    }
    load(text, "waiting over time", comparison.queueError(), FitComparison.QUEUE_BOUND);
    load(text, "running over time", comparison.runningError(), Double.POSITIVE_INFINITY);
    return text.toString();
  }

  private static void load(StringBuilder text, String name, OptionalDouble error, double bound) {
    if (error.isPresent()) {
      line(
          text,
          "%-18s %32.1f%%%s",
          name,
          100 * error.getAsDouble(),
          error.getAsDouble() > bound ? "  over 20 %" : "");
    } else {
      line(text, "%-18s %33s", name, "not known");
    }
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
