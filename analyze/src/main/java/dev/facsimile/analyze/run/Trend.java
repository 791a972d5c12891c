package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Slope;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How a figure moved over the run: a straight line through its values in spans of equal width.
 *
 * @param figure of what
 * @param unit {@code ns} or {@code share}
 * @param spans how many values the line was laid through
 * @param perHour its slope
 * @param lowPerHour lower end of the slope's 95 % interval
 * @param highPerHour upper end
 * @param start the line's value at the start
 * @param end at the end
 */
record Trend(
    String figure,
    String unit,
    int spans,
    double perHour,
    double lowPerHour,
    double highPerHour,
    double start,
    double end) {
  private static final int SPANS = 60;
  private static final int FEWEST_SPANS = 10;

  /** A span needs about this many requests for its median to say something. */
  private static final int PER_SPAN = 20;

  /** Whether the interval leaves out 0: the figure rose or fell by more than chance. */
  @JsonProperty
  boolean moved() {
    return lowPerHour > 0 || highPerHour < 0;
  }

  /** Those that the run is long enough for. */
  static List<Trend> all(RunData data) {
    int spans = Math.min(SPANS, data.offered() / PER_SPAN);
    List<Trend> trends = new ArrayList<>();
    if (spans < FEWEST_SPANS) {
      return trends;
    }
    TimeBins bins = TimeBins.of(data, spans);
    for (LatencyMetric metric : List.of(data.userTtft(), LatencyMetric.ITL)) {
      of(metric.label() + " p50", "ns", bins, bin -> median(bins.values(data.latency(metric), bin)))
          .ifPresent(trends::add);
    }
    of("share not completed", "share", bins, bin -> failures(bins, bin)).ifPresent(trends::add);
    return trends;
  }

  private static Optional<Double> median(Percentiles values) {
    return values.isEmpty() ? Optional.empty() : Optional.of((double) values.at(50));
  }

  private static Optional<Double> failures(TimeBins bins, int bin) {
    return bins.offered(bin) == 0
        ? Optional.empty()
        : Optional.of((double) bins.notCompleted(bin) / bins.offered(bin));
  }

  private static Optional<Trend> of(
      String figure, String unit, TimeBins bins, IntFunction<Optional<Double>> value) {
    List<Double> hours = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int bin = 0; bin < bins.size(); bin++) {
      Optional<Double> found = value.apply(bin);
      if (found.isPresent()) {
        hours.add((bins.startNanos(bin) + bins.widthNanos() / 2.0) / 3600e9);
        values.add(found.get());
      }
    }
    if (hours.size() < FEWEST_SPANS) {
      return Optional.empty();
    }
    double[] x = hours.stream().mapToDouble(Double::doubleValue).toArray();
    double[] y = values.stream().mapToDouble(Double::doubleValue).toArray();
    Slope slope = Slope.of(x, y);
    return Optional.of(
        new Trend(
            figure,
            unit,
            x.length,
            slope.slope(),
            slope.low(),
            slope.high(),
            slope.at(x[0]),
            slope.at(x[x.length - 1])));
  }
}
