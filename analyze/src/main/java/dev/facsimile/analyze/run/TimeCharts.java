package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.report.Axis;
import dev.facsimile.analyze.report.Chart;
import dev.facsimile.analyze.report.LineChart;
import dev.facsimile.analyze.report.Series;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Charts of a run over its time, all with the same time axis. */
final class TimeCharts {
  private static final int TIME_BINS = 60;
  private static final int RATE_BINS = 120;
  private static final int MOST_WORKERS = 5;

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
    TimeBins bins = TimeBins.of(data, TIME_BINS);
    double[] x = new double[TIME_BINS];
    double[][] y = new double[3][TIME_BINS];
    for (int bin = 0; bin < TIME_BINS; bin++) {
      x[bin] = bins.startNanos(bin) + bins.widthNanos() / 2.0;
      Percentiles dispatch = bins.values(data.latency(LatencyMetric.TTFT_FROM_DISPATCH), bin);
      Percentiles user = bins.values(data.latency(data.userTtft()), bin);
      y[0][bin] = dispatch.isEmpty() ? Double.NaN : dispatch.at(50);
      y[1][bin] = user.isEmpty() ? Double.NaN : user.at(50);
      y[2][bin] = user.isEmpty() ? Double.NaN : user.at(99);
    }
    boolean schedule = data.userTtft() == LatencyMetric.TTFT_FROM_SCHEDULE;
    String from = schedule ? "from schedule" : "from dispatch";
    Series p99 = Series.of("p99 " + from, x, y[2]);
    Series p50 = Series.of("p50 from dispatch", x, y[0]);
    Series[] lines =
        schedule
            ? new Series[] {p50, Series.of("p50 from schedule", x, y[1]), p99}
            : new Series[] {p50, p99};
    return LineChart.lines(
        "TTFT over time",
        "Of completed requests, by when they were due, in "
            + TIME_BINS
            + " spans; p99 of a span with few requests is its largest.",
        time,
        Axis.log("Time to first token", Unit.NANOS),
        lines);
  }

  /** What servers told, one chart for each figure, at most five lines in each. */
  Chart[] server() {
    List<Chart> charts = new ArrayList<>();
    for (ServerFigure figure : ServerFigure.values()) {
      List<ServerSeries.Line> lines = data.server().lines(figure);
      if (!lines.isEmpty()) {
        Axis up = Axis.linear(figure.label(), figure.unit()).startingAt(0);
        charts.add(
            LineChart.steps(
                figure.label(),
                lines.size() > MOST_WORKERS
                    ? "As told by the first " + MOST_WORKERS + " of " + lines.size() + " sources."
                    : "As told once a second by each source.",
                time,
                up,
                lines.stream()
                    .limit(MOST_WORKERS)
                    .map(line -> Series.of(line.source(), line.nanos(), line.values()))
                    .toArray(Series[]::new)));
      }
    }
    return charts.toArray(Chart[]::new);
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
