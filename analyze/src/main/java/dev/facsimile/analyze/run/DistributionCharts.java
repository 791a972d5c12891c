package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LogHistogram;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.report.Axis;
import dev.facsimile.analyze.report.Chart;
import dev.facsimile.analyze.report.Edges;
import dev.facsimile.analyze.report.Guide;
import dev.facsimile.analyze.report.HeatMap;
import dev.facsimile.analyze.report.LineChart;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Series;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.analyze.report.Waterfall;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/** Charts of how latencies and lengths are distributed. */
final class DistributionCharts {
  private static final int LENGTH_BINS = 10;

  /** A bin's p50 needs this many requests, its p99 ten times as many, to be drawn. */
  private static final int LEAST = 10;

  private static final Axis SHARE = Axis.linear("Share of requests", Unit.SHARE).startingAt(0);

  private final RunData data;

  DistributionCharts(RunData data) {
    this.data = data;
  }

  Chart ttft() {
    LineChart chart =
        LineChart.lines(
            "TTFT",
            "Share of completed requests whose first token came within a time. Where the two lines"
                + " part, requests left late.",
            Axis.log("Time to first token", Unit.NANOS),
            SHARE.endingAt(1),
            cdf("from dispatch", LatencyMetric.TTFT_FROM_DISPATCH),
            cdf("from schedule", LatencyMetric.TTFT_FROM_SCHEDULE));
    Long limit = data.objectives().limitNanos().get(Objective.TTFT);
    return limit == null ? chart : chart.with(Guide.atX(limit, "objective"));
  }

  Chart itl() {
    LineChart chart =
        LineChart.lines(
            "ITL and gaps",
            "Share of requests by inter-token latency, and share of all gaps between chunks: a"
                + " request's mean hides its stalls, the gaps show them.",
            Axis.log("Time between tokens", Unit.NANOS),
            Axis.linear("Share", Unit.SHARE).startingAt(0).endingAt(1),
            cdf("ITL per request", LatencyMetric.ITL),
            gaps(data.gaps()));
    Long limit = data.objectives().limitNanos().get(Objective.ITL);
    return limit == null ? chart : chart.with(Guide.atX(limit, "objective"));
  }

  private static Series gaps(LogHistogram gaps) {
    double[] percents = new double[205];
    for (int i = 0; i < percents.length; i++) {
      percents[i] = i < 200 ? Math.max(0.01, i / 2.0) : 99.5 + (i - 199) * 0.1;
    }
    percents[percents.length - 1] = 100;
    boolean some = gaps.count() > 0;
    double[] x = new double[some ? percents.length : 0];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = gaps.at(percents[i]);
      y[i] = percents[i] / 100;
    }
    return Series.of("gaps", x, y);
  }

  Chart sendLag() {
    return LineChart.lines(
        "Send lag",
        "Share of dispatched requests that left within a time after they were due; slot is the"
            + " user's own cap. Times of 0 are not drawn.",
        Axis.log("Lag", Unit.NANOS),
        SHARE.endingAt(1),
        cdf("send lag", LatencyMetric.SEND_LAG),
        cdf("wake", LatencyMetric.WAKE),
        cdf("slot", LatencyMetric.SLOT),
        cdf("write", LatencyMetric.WRITE));
  }

  /** TTFT from dispatch by input length; absent where there is nothing to draw. */
  Optional<Chart> ttftByInput() {
    LongColumn lengths = data.inputTokens();
    LongColumn ttft = data.latency(LatencyMetric.TTFT_FROM_DISPATCH);
    LongSummaryStatistics allLengths = Arrays.stream(lengths.present()).summaryStatistics();
    LongSummaryStatistics allTtft = Arrays.stream(ttft.present()).summaryStatistics();
    if (allTtft.getCount() == 0 || allTtft.getMax() <= 0 || allLengths.getMax() < 1) {
      return Optional.empty();
    }
    double shortest = Math.max(1, allLengths.getMin());
    Edges across = Edges.log(shortest, Math.max(shortest * 2, allLengths.getMax()), 40);
    double fastest = Math.max(1e3, allTtft.getMin());
    Edges up = Edges.log(fastest, Math.max(fastest * 2, allTtft.getMax()), 30);
    HeatMap map =
        new HeatMap(
            "TTFT by input length",
            "Completed requests, from dispatch; stronger is more. Lines: p50 and p99 by input"
                + " length, where there are enough requests.",
            Axis.log("Input length", Unit.TOKENS),
            Axis.log("Time to first token", Unit.NANOS),
            across,
            up,
            byLength(Edges.log(across.at(0), across.at(40), LENGTH_BINS)));
    for (int row = 0; row < data.offered(); row++) {
      if (ttft.has(row) && lengths.has(row)) {
        map.add(lengths.get(row), ttft.get(row));
      }
    }
    return Optional.of(map);
  }

  private List<Series> byLength(Edges edges) {
    LongColumn lengths = data.inputTokens();
    LongColumn ttft = data.latency(LatencyMetric.TTFT_FROM_DISPATCH);
    List<LongSeries> bins = new ArrayList<>();
    for (int bin = 0; bin < edges.bins(); bin++) {
      bins.add(new LongSeries());
    }
    for (int row = 0; row < data.offered(); row++) {
      int bin = ttft.has(row) && lengths.has(row) ? edges.binOf(lengths.get(row)) : -1;
      if (bin >= 0) {
        bins.get(bin).add(ttft.get(row));
      }
    }
    double[] x = new double[edges.bins()];
    double[] p50 = new double[edges.bins()];
    double[] p99 = new double[edges.bins()];
    for (int bin = 0; bin < edges.bins(); bin++) {
      Percentiles sorted = Percentiles.of(bins.get(bin).toArray());
      x[bin] = Math.sqrt(edges.at(bin) * edges.at(bin + 1));
      p50[bin] = sorted.count() >= LEAST ? sorted.at(50) : Double.NaN;
      p99[bin] = sorted.count() >= 10 * LEAST ? sorted.at(99) : Double.NaN;
    }
    return List.of(Series.of("p50", x, p50), Series.of("p99", x, p99));
  }

  /** Where the time of the slowest requests went. */
  Chart waterfall(List<WorstRequest> worst) {
    List<Waterfall.Row> rows = new ArrayList<>();
    for (WorstRequest one : worst) {
      long connect = one.connected().isPresent() ? one.connected().getAsLong() - one.admitted() : 0;
      rows.add(
          new Waterfall.Row(
              name(one),
              List.of(
                  Math.max(0, one.woken()),
                  Math.max(0, one.admitted() - one.woken()),
                  Math.max(0, one.dispatched() - one.admitted() - connect) + connect,
                  Math.max(0, one.firstToken() - one.dispatched()),
                  Math.max(0, one.lastToken() - one.firstToken()))));
    }
    return new Waterfall(
        "The requests that waited longest for the first token",
        "From when each was due: the client's own lateness, its queue under the user's cap, connect"
            + " and write, the server up to the first token, then the stream of tokens.",
        List.of("wake", "client queue", "connect, write", "to first token", "to last token"),
        rows);
  }

  private static String name(WorstRequest one) {
    String id = one.requestId();
    return (id.length() > 16 ? id.substring(0, 15) + "…" : id)
        + one.requestClass().map(c -> ", " + c).orElse("")
        + (one.inputTokens().isPresent()
            ? ", " + NumberText.count(one.inputTokens().getAsInt()) + " tokens in"
            : "");
  }

  /** Lengths really sent and received. */
  Chart lengths() {
    Percentiles in = data.inputTokens().percentiles();
    Percentiles out = data.outputTokens().percentiles();
    return LineChart.lines(
        "Lengths",
        "Share of requests at most that long: input as dispatched, output as received by completed"
            + " requests.",
        Axis.log("Length", Unit.TOKENS),
        SHARE.endingAt(1),
        Series.cdf("input", in),
        Series.cdf("output", out));
  }

  private Series cdf(String name, LatencyMetric metric) {
    LongColumn column = data.latency(metric);
    if (!Slice.METRICS.contains(metric)) {
      return Series.cdf(name, column.percentiles());
    }
    int[] rows = data.ascending(metric);
    return Series.cdf(name, rows.length, place -> column.get(rows[place]));
  }
}
