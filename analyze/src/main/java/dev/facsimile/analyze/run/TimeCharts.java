package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.report.Axis;
import dev.facsimile.analyze.report.Chart;
import dev.facsimile.analyze.report.LineChart;
import dev.facsimile.analyze.report.Series;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Charts of a run over its time, all with the same time axis. */
final class TimeCharts {
  private static final int TIME_BINS = 60;
  private static final int RATE_BINS = 120;

  private final RunData data;
  private final Axis time;

  TimeCharts(RunData data) {
    this.data = data;
    this.time =
        Axis.linear("Time from the run's start", Unit.NANOS)
            .startingAt(0)
            .endingAt(Math.max(1e9, data.manifest().durationNanos()));
  }

  /** Percentiles of requests by when they were due. */
  Chart ttft() {
    double[] x = new double[TIME_BINS];
    double[][] y = new double[3][TIME_BINS];
    long width = Math.max(1, data.manifest().durationNanos() / TIME_BINS);
    Optional<Percentiles>[] schedule = byTime(LatencyMetric.TTFT_FROM_SCHEDULE, width);
    Optional<Percentiles>[] dispatch = byTime(LatencyMetric.TTFT_FROM_DISPATCH, width);
    for (int bin = 0; bin < TIME_BINS; bin++) {
      x[bin] = (bin + 0.5) * width;
      y[0][bin] = dispatch[bin].map(p -> (double) p.at(50)).orElse(Double.NaN);
      y[1][bin] = schedule[bin].map(p -> (double) p.at(50)).orElse(Double.NaN);
      y[2][bin] = schedule[bin].map(p -> (double) p.at(99)).orElse(Double.NaN);
    }
    return LineChart.lines(
        "TTFT over time",
        "Of completed requests, by when they were due, in "
            + TIME_BINS
            + " spans; p99 of a span with few requests is its largest.",
        time,
        Axis.log("Time to first token", Unit.NANOS),
        Series.of("p50 from dispatch", x, y[0]),
        Series.of("p50 from schedule", x, y[1]),
        Series.of("p99 from schedule", x, y[2]));
  }

  private Optional<Percentiles>[] byTime(LatencyMetric metric, long width) {
    LongSeries[] bins = new LongSeries[TIME_BINS];
    LongColumn column = data.latency(metric);
    for (int row = 0; row < column.size(); row++) {
      if (column.has(row)) {
        int bin = (int) Math.min(TIME_BINS - 1, data.scheduled().get(row) / width);
        bins[bin] = bins[bin] == null ? new LongSeries() : bins[bin];
        bins[bin].add(column.get(row));
      }
    }
    @SuppressWarnings({"unchecked", "rawtypes"})
    Optional<Percentiles>[] sorted = new Optional[TIME_BINS];
    for (int bin = 0; bin < TIME_BINS; bin++) {
      sorted[bin] = Optional.ofNullable(bins[bin]).map(b -> Percentiles.of(b.toArray()));
    }
    return sorted;
  }

  Chart rates() {
    return LineChart.steps(
        "Requests per second",
        "Offered: due in that second. Not completed: rejected, timed out, cancelled or failed in"
            + " it.",
        time,
        Axis.linear("Requests", Unit.PER_SECOND).startingAt(0),
        series("offered", Second::offered),
        series("completed", Second::completed),
        series("not completed", s -> s.rejected() + s.failed()));
  }

  Chart inFlight() {
    return LineChart.steps(
        "Requests in flight",
        "At the end of each second, on average.",
        time,
        Axis.linear("Requests", Unit.NUMBER).startingAt(0),
        series("in flight", Second::inFlight));
  }

  Chart tokenEvents() {
    return LineChart.steps(
        "Chunks with tokens per second",
        "As they were read; a chunk may hold several tokens.",
        time,
        Axis.linear("Chunks", Unit.PER_SECOND).startingAt(0),
        series("chunks", Second::tokenEvents));
  }

  /** Means of the per-second series over at most {@value #RATE_BINS} spans. */
  private Series series(String name, ToDoubleFunction<Second> value) {
    List<Second> seconds = data.series();
    int width = Math.max(1, (seconds.size() + RATE_BINS - 1) / RATE_BINS);
    int bins = (seconds.size() + width - 1) / width;
    double[] x = new double[bins + 1];
    double[] y = new double[bins + 1];
    for (int bin = 0; bin < bins; bin++) {
      List<Second> span = seconds.subList(bin * width, Math.min(seconds.size(), (bin + 1) * width));
      x[bin] = span.get(0).second() * 1e9;
      y[bin] = span.stream().mapToDouble(value).average().orElse(0);
      x[bin + 1] = x[bin] + span.size() * 1e9;
      y[bin + 1] = y[bin];
    }
    return Series.of(name, x, y);
  }
}
