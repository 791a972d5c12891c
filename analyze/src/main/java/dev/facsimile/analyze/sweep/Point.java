package dev.facsimile.analyze.sweep;

import dev.facsimile.analyze.run.Figure;
import dev.facsimile.analyze.run.RunAnalysis;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One load of a sweep; medians over its repeats.
 *
 * @param runs the repeats' names
 * @param load requests offered per second, or clients in a closed loop
 * @param offeredPerSecond what was really offered
 * @param completedPerSecond what was completed
 * @param outputTokensPerSecond of completed requests
 * @param goodputPerSecond requests that met every objective
 * @param sloShare of the offered
 * @param errorShare of the offered
 * @param ttftP50Nanos as a user felt it, from schedule where that is known
 * @param ttftP90Nanos the same
 * @param ttftP99Nanos the same
 * @param itlP50Nanos per request
 * @param e2eP50Nanos from dispatch; at each load over the same mix of lengths
 * @param outputTokensPerJoule absent without power
 */
record Point(
    List<String> runs,
    double load,
    double offeredPerSecond,
    double completedPerSecond,
    double outputTokensPerSecond,
    double goodputPerSecond,
    double sloShare,
    double errorShare,
    OptionalDouble ttftP50Nanos,
    OptionalDouble ttftP90Nanos,
    OptionalDouble ttftP99Nanos,
    OptionalDouble itlP50Nanos,
    OptionalDouble e2eP50Nanos,
    OptionalDouble outputTokensPerJoule) {

  static Point of(double load, List<RunAnalysis> repeats) {
    return new Point(
        repeats.stream().map(RunAnalysis::name).toList(),
        load,
        median(repeats, "offered_per_second").orElse(0),
        median(repeats, "completed_per_second").orElse(0),
        median(repeats, "output_tokens_per_second").orElse(0),
        median(repeats, "goodput_per_second").orElse(0),
        median(repeats, "slo_share").orElse(0),
        median(repeats, "error_share").orElse(0),
        ttft(repeats, "p50"),
        ttft(repeats, "p90"),
        ttft(repeats, "p99"),
        median(repeats, "itl.p50"),
        median(repeats, "e2e_from_dispatch.p50"),
        median(repeats, "output_tokens_per_joule"));
  }

  private static OptionalDouble ttft(List<RunAnalysis> repeats, String percentile) {
    OptionalDouble schedule = median(repeats, "ttft_from_schedule." + percentile);
    return schedule.isPresent() ? schedule : median(repeats, "ttft_from_dispatch." + percentile);
  }

  private static OptionalDouble median(List<RunAnalysis> repeats, String name) {
    double[] values =
        repeats.stream()
            .map(run -> Optional.ofNullable(run.figures().get(name)))
            .flatMap(Optional::stream)
            .mapToDouble(Figure::value)
            .toArray();
    Arrays.sort(values);
    int n = values.length;
    if (n == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2);
  }
}
