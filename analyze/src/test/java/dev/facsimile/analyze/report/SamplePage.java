package dev.facsimile.analyze.report;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.Percentiles;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** A page with one of everything, with hostile text in every place that takes text. */
final class SamplePage {
  static final String HOSTILE = "<script>alert('x')</script>&\"";

  private SamplePage() {}

  static HtmlPage page() {
    HtmlPage page = new HtmlPage("Sample " + HOSTILE, "One of everything " + HOSTILE);
    page.mark(Tone.WARNING, "UNAPPROVED " + HOSTILE, "A mark. " + HOSTILE);
    page.section("Figures " + HOSTILE)
        .paragraph("A paragraph. " + HOSTILE)
        .note("A note. " + HOSTILE)
        .list(List.of("An item " + HOSTILE))
        .facts(
            List.of(
                new Section.Fact("TTFT p99", "1 234 ms", "from dispatch"),
                new Section.Fact("Requests", "12 345", HOSTILE)));
    page.section("Tables").table(table());
    page.section("Charts").charts(lines(), heat(), bars(), histogram(), cdf());
    page.section("More").details("Folded " + HOSTILE, inside -> inside.table(table()));
    return page;
  }

  static DataTable table() {
    DataTable table =
        new DataTable("A wide table " + HOSTILE)
            .words("name " + HOSTILE)
            .numbers("n", "mean", "p50", "p90", "p95", "p99", "p99.9", "max")
            .numbers("share");
    for (int i = 1; i <= 3; i++) {
      List<Cell> cells = new java.util.ArrayList<>(List.of(Cell.of("row " + HOSTILE, Tone.BAD)));
      for (int j = 0; j < 8; j++) {
        cells.add(Cell.of(NumberText.duration(1e6 * i * (j + 1))));
      }
      cells.add(Cell.bar(NumberText.percent(i / 3.0), i / 3.0));
      table.row(cells);
    }
    return table;
  }

  static LineChart lines() {
    double[] seconds = new double[1000];
    double[] values = new double[1000];
    double[] others = new double[1000];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = i * 1e9;
      values[i] = 50 + 40 * Math.sin(i / 50.0);
      others[i] = 30 + 20 * Math.cos(i / 80.0);
    }
    return LineChart.lines(
            "Rate " + HOSTILE,
            "Two waves. " + HOSTILE,
            Axis.linear("Time", Unit.NANOS),
            Axis.linear("Rate", Unit.PER_SECOND).startingAt(0),
            Series.of("sine " + HOSTILE, seconds, values),
            Series.of("cosine", seconds, others))
        .with(Guide.atY(75, "limit " + HOSTILE));
  }

  static HeatMap heat() {
    HeatMap map =
        new HeatMap(
            "TTFT by input length",
            "Darker is more.",
            Axis.log("Input length", Unit.TOKENS),
            Axis.log("TTFT", Unit.NANOS),
            Edges.log(16, 32768, 33),
            Edges.log(1e7, 1e10, 24),
            List.of(
                Series.of(
                    "p50", new double[] {32, 300, 3000, 20000}, new double[] {4e7, 9e7, 4e8, 2e9}),
                Series.of(
                    "p99",
                    new double[] {32, 300, 3000, 20000},
                    new double[] {9e7, 2e8, 9e8, 6e9})));
    UniformRandomProvider random = new SeededStreams(1).stream("heat");
    for (int i = 0; i < 50_000; i++) {
      double tokens = 16 * Math.pow(2048, random.nextDouble());
      map.add(tokens, (2e7 + tokens * 1e5) * (0.5 + 2 * random.nextDouble()));
    }
    return map;
  }

  static BarChart bars() {
    return new BarChart(
        "Shares",
        "Longer is better.",
        List.of(
            new BarChart.Bar("interactive-chat " + HOSTILE, 0.95, "95.0 %"),
            new BarChart.Bar("code", 0.4, "40.0 %")),
        1);
  }

  static LineChart histogram() {
    Edges edges = Edges.log(1, 1e5, 40);
    return LineChart.steps(
        "Input length",
        "Share of requests per bin.",
        Axis.log("Input length", Unit.TOKENS),
        Axis.linear("Share", Unit.SHARE).startingAt(0),
        Series.histogram("source", lengths(1), edges),
        Series.histogram("copy", lengths(2), edges));
  }

  static LineChart cdf() {
    return LineChart.lines(
        "Input length, distribution",
        "Share of requests at most that long.",
        Axis.log("Input length", Unit.TOKENS),
        Axis.linear("Share", Unit.SHARE).startingAt(0).endingAt(1),
        Series.cdf("source", Percentiles.of(lengths(1))),
        Series.cdf("copy", Percentiles.of(lengths(2))));
  }

  private static long[] lengths(long seed) {
    UniformRandomProvider random = new SeededStreams(seed).stream("lengths");
    long[] lengths = new long[20_000];
    for (int i = 0; i < lengths.length; i++) {
      double sum = random.nextDouble() + random.nextDouble() + random.nextDouble();
      lengths[i] = (long) Math.exp(3 + 2 * sum + seed / 4.0);
    }
    return lengths;
  }
}
