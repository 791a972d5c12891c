package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.HitRatioCurve;
import dev.facsimile.analyze.fidelity.BurstScale.Measure;
import dev.facsimile.analyze.report.Axis;
import dev.facsimile.analyze.report.Chart;
import dev.facsimile.analyze.report.Edges;
import dev.facsimile.analyze.report.Guide;
import dev.facsimile.analyze.report.HeatMap;
import dev.facsimile.analyze.report.LineChart;
import dev.facsimile.analyze.report.Series;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Pictures of both sides of a comparison, on common axes. */
final class FidelityCharts {
  private static final long SECOND = 1_000_000_000L;
  private static final int RATE_WINDOWS = 120;
  private static final long[] ROUND_SECONDS = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 86_400
  };
  private static final int BURST_POINTS = 20;
  private static final int DENSITY_BINS = 36;
  private static final int CURVE_POINTS = 80;
  private static final int DRIFT_WINDOWS = 60;
  private static final long MICROSECOND = 1000;

  private final long latticeNanos;
  private final Traffic source;
  private final Traffic other;
  private final EveryRequest everySource;
  private final EveryRequest everyOther;

  /** What widths of windows must be multiples of. */
  private final long stepNanos;

  FidelityCharts(FidelityReport report) {
    this.latticeNanos = report.latticeNanos().orElse(1);
    this.source = onLattice(report.source().traffic());
    this.other = onLattice(report.other().traffic());
    this.everySource = report.source().everyRequest(source);
    this.everyOther = report.other().everyRequest(other);
    this.stepNanos =
        Math.max(
            latticeNanos,
            Math.max(everySource.counts().grainNanos(), everyOther.counts().grainNanos()));
  }

  private Traffic onLattice(Traffic traffic) {
    return latticeNanos > 1 ? traffic.flooredTo(latticeNanos) : traffic;
  }

  Chart inputs() {
    return distribution("Input tokens", Traffic::inputs);
  }

  Chart outputs() {
    return distribution("Output tokens", Traffic::outputs);
  }

  private Chart distribution(String title, Function<Traffic, int[]> column) {
    return LineChart.steps(
        title,
        "Share of requests with at most so many tokens.",
        Axis.log(title, Unit.TOKENS),
        Axis.linear("requests", Unit.SHARE).startingAt(0).endingAt(1),
        Series.cdf("source", atLeastOne(column.apply(source))),
        Series.cdf("other", atLeastOne(column.apply(other))));
  }

  /** A logarithmic axis has no 0. */
  private static Percentiles atLeastOne(int[] values) {
    return Percentiles.of(IntStream.of(values).mapToLong(value -> Math.max(1, value)).toArray());
  }

  Chart density(Side side, String title) {
    HeatMap map =
        new HeatMap(
            title,
            side.name() + ": requests by input and output tokens; darker is more.",
            Axis.log("input", Unit.TOKENS),
            Axis.log("output", Unit.TOKENS),
            edges(Traffic::inputs),
            edges(Traffic::outputs),
            List.of());
    Traffic traffic = side.traffic();
    for (int row = 0; row < traffic.rows(); row++) {
      map.add(Math.max(1, traffic.inputs()[row]), Math.max(1, traffic.outputs()[row]));
    }
    return map;
  }

  private Edges edges(Function<Traffic, int[]> column) {
    IntSummaryStatistics lengths =
        IntStream.concat(IntStream.of(column.apply(source)), IntStream.of(column.apply(other)))
            .map(length -> Math.max(1, length))
            .summaryStatistics();
    int least = lengths.getMin();
    return Edges.log(least, Math.max(least + 1, lengths.getMax()), DENSITY_BINS);
  }

  Chart rate() {
    long width = rateWindow(Math.max(everySource.spanNanos(), everyOther.spanNanos()));
    return LineChart.steps(
        "Rate over time",
        "Requests per second, in windows of " + BurstScales.text(width) + ".",
        Axis.linear("time", Unit.NANOS).startingAt(0),
        Axis.linear("rate", Unit.PER_SECOND).startingAt(0),
        rate("source", everySource, width),
        rate("other", everyOther, width));
  }

  /** A round width that makes at most {@link #RATE_WINDOWS} windows, two ticks or more. */
  private long rateWindow(long span) {
    long width = SECOND;
    for (long seconds : ROUND_SECONDS) {
      width = seconds * SECOND;
      if (width >= span / RATE_WINDOWS && width >= 2 * stepNanos) {
        break;
      }
    }
    width = Math.max(width, span / RATE_WINDOWS);
    return Math.max(2, Math.round((double) width / stepNanos)) * stepNanos;
  }

  private static Series rate(String name, EveryRequest side, long width) {
    int[] counts = side.counts().windows(side.spanNanos(), width);
    double[] x = new double[counts.length];
    double[] y = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      x[i] = (double) i * width;
      y[i] = counts[i] / ((double) width / SECOND);
    }
    return Series.of(name, x, y);
  }

  Chart burst() {
    long span = Math.min(everySource.spanNanos(), everyOther.spanNanos());
    long[] widths = burstWidths(span);
    return LineChart.lines(
            "Burstiness by time scale",
            "Index of dispersion (IDC) and Allan factor (AF) of counts, both 1 for a Poisson"
                + " process. IDC also sees slow changes of the rate, AF hardly.",
            Axis.log("window", Unit.NANOS),
            Axis.log("variance ÷ mean", Unit.NUMBER),
            burst("IDC source", everySource, Measure.IDC, widths, span),
            burst("IDC other", everyOther, Measure.IDC, widths, span),
            burst("AF source", everySource, Measure.AF, widths, span),
            burst("AF other", everyOther, Measure.AF, widths, span))
        .with(Guide.atY(1, "Poisson"));
  }

  /** Hit-ratio curves, if any side has prefix blocks. */
  Optional<Chart> hitRatio() {
    List<Series> curves = new ArrayList<>();
    source.prefixes().ifPresent(all -> curves.add(hitRatio("source", all.lru())));
    other.prefixes().ifPresent(all -> curves.add(hitRatio("other", all.lru())));
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(
            LineChart.lines(
                "Hit ratio by cache size",
                "Share of prefix blocks that an LRU cache of so many blocks would hold, empty at"
                    + " the start.",
                Axis.log("blocks", Unit.NUMBER),
                Axis.linear("hits", Unit.SHARE).startingAt(0),
                curves.toArray(Series[]::new)));
  }

  private Series hitRatio(String name, HitRatioCurve curve) {
    long most =
        Stream.of(source, other)
            .flatMap(side -> side.prefixes().stream())
            .mapToLong(all -> all.lru().largestUseful())
            .max()
            .orElse(1);
    double step = Math.pow(2.0 * most, 1.0 / CURVE_POINTS);
    double[] x = new double[CURVE_POINTS + 1];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      long capacity = Math.round(Math.pow(step, i));
      x[i] = capacity;
      y[i] = curve.at(capacity);
    }
    return Series.of(name, x, y);
  }

  /** Widths at even ratios from a tenth of a second, or two ticks, to an eighth of the span. */
  private long[] burstWidths(long span) {
    double low = Math.max(SECOND / 10, 2.0 * stepNanos);
    double high = span / (double) BurstScales.FEWEST_WINDOWS;
    TreeSet<Long> widths = new TreeSet<>();
    for (int i = 0; i < BURST_POINTS && low <= high; i++) {
      double width = low * Math.pow(high / low, (double) i / (BURST_POINTS - 1));
      widths.add(Math.max(2, (long) (width / stepNanos)) * stepNanos);
    }
    return widths.stream().mapToLong(Long::longValue).toArray();
  }

  private static Series burst(
      String name, EveryRequest side, Measure measure, long[] widths, long span) {
    double[] x = new double[widths.length];
    double[] y = new double[widths.length];
    for (int i = 0; i < widths.length; i++) {
      x[i] = widths[i];
      y[i] = Math.pow(2, new BurstScale(measure, widths[i], span).log2(side.counts()));
    }
    return Series.of(name, x, y);
  }

  Chart gaps() {
    return LineChart.steps(
        "Gaps between arrivals",
        "Share of gaps of at most so long; shorter ones than a microsecond, or than a tenth of the"
            + " source's clock, stand at its left end.",
        Axis.log("gap", Unit.NANOS),
        Axis.linear("gaps", Unit.SHARE).startingAt(0).endingAt(1),
        Series.cdf("source", gaps(source)),
        Series.cdf("other", gaps(other)));
  }

  private Percentiles gaps(Traffic traffic) {
    long[] arrivals = traffic.arrivals();
    long least = Math.max(MICROSECOND, latticeNanos / 10);
    LongStream gaps =
        traffic.neighbours().isPresent()
            ? LongStream.of(traffic.neighbours().get().gaps())
            : IntStream.range(1, arrivals.length).mapToLong(i -> arrivals[i] - arrivals[i - 1]);
    return Percentiles.of(gaps.map(gap -> Math.max(least, gap)).toArray());
  }

  Chart inputDrift() {
    return drift("Input tokens over time", Traffic::inputs);
  }

  Chart outputDrift() {
    return drift("Output tokens over time", Traffic::outputs);
  }

  private Chart drift(String title, Function<Traffic, int[]> column) {
    long span = Math.max(source.spanNanos(), other.spanNanos());
    long width = Math.max(1, span / DRIFT_WINDOWS);
    return LineChart.steps(
        title,
        "Mean tokens of the requests in each of " + DRIFT_WINDOWS + " windows.",
        Axis.linear("time", Unit.NANOS).startingAt(0),
        Axis.linear("mean", Unit.TOKENS).startingAt(0),
        means("source", source, column.apply(source), width),
        means("other", other, column.apply(other), width));
  }

  /** Means per window; a window without requests interrupts the line. */
  private static Series means(String name, Traffic traffic, int[] column, long width) {
    double[] sums = new double[DRIFT_WINDOWS];
    int[] counts = new int[DRIFT_WINDOWS];
    double[] x = new double[DRIFT_WINDOWS];
    for (int row = 0; row < traffic.rows(); row++) {
      int window = (int) Math.min(DRIFT_WINDOWS - 1, traffic.arrivals()[row] / width);
      sums[window] += column[row];
      counts[window]++;
    }
    for (int i = 0; i < DRIFT_WINDOWS; i++) {
      x[i] = (double) i * width;
      sums[i] = counts[i] == 0 ? Double.NaN : sums[i] / counts[i];
    }
    return Series.of(name, x, sums);
  }

  Chart turns() {
    return LineChart.steps(
        "Turns per session",
        "Share of sessions with at most so many turns.",
        Axis.log("turns", Unit.NUMBER),
        Axis.linear("sessions", Unit.SHARE).startingAt(0).endingAt(1),
        Series.cdf("source", ints(new SessionColumns(source).turns())),
        Series.cdf("other", ints(new SessionColumns(other).turns())));
  }

  Chart turnGaps() {
    return LineChart.steps(
        "Gap between turns",
        "Share of later turns that come at most so long after the turn before.",
        Axis.log("gap", Unit.NANOS),
        Axis.linear("turns", Unit.SHARE).startingAt(0).endingAt(1),
        Series.cdf("source", turnGaps(source)),
        Series.cdf("other", turnGaps(other)));
  }

  private Percentiles turnGaps(Traffic traffic) {
    int[] gaps = new SessionColumns(traffic).gaps(2, Integer.MAX_VALUE).all();
    long least = Math.max(MICROSECOND, latticeNanos / 10);
    return Percentiles.of(
        IntStream.of(gaps).mapToLong(gap -> Math.max(least, RowValues.toNanos(gap))).toArray());
  }

  private static Percentiles ints(int[] values) {
    return Percentiles.of(IntStream.of(values).asLongStream().toArray());
  }
}
