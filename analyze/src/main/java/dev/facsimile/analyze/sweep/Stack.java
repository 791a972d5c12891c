package dev.facsimile.analyze.sweep;

import dev.facsimile.analyze.run.RunAnalysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A sweep of one server.
 *
 * @param name its name in reports
 * @param byClients whether the load is a number of clients, else a rate
 * @param points the loads, ascending
 * @param knee the load from which latency climbs out of proportion, by the largest distance from
 *     the chord (Kneedle: Satopaa et al., ICDCS Workshops 2011), of TTFT p90 over load; absent
 *     under four loads, or where TTFT p90 does not grow by half
 * @param saturation the least load whose output tokens/s are within 3 % of the most: more load adds
 *     nothing
 * @param best the load of the largest goodput among those that meet the objectives for the asked
 *     share of requests; absent where none does
 */
record Stack(
    String name,
    boolean byClients,
    List<Point> points,
    OptionalInt knee,
    OptionalInt saturation,
    OptionalInt best) {
  private static final double SAME_LOAD = 0.05;
  private static final double SAME_WORKLOAD = 0.15;
  private static final double SATURATED = 0.97;
  private static final int FEWEST_FOR_A_KNEE = 4;
  private static final double GROWTH = 1.5;

  static Stack of(String name, List<RunAnalysis> runs, double share) {
    boolean byClients = runs.stream().allMatch(run -> clients(run).isPresent());
    List<Point> points = points(runs, byClients);
    return new Stack(
        name, byClients, points, knee(points), saturation(points), best(points, share));
  }

  private static OptionalDouble clients(RunAnalysis run) {
    OptionalInt clients = run.manifest().load().clients();
    return clients.isPresent() ? OptionalDouble.of(clients.getAsInt()) : OptionalDouble.empty();
  }

  private static double load(RunAnalysis run, boolean byClients) {
    return byClients ? clients(run).getAsDouble() : run.figures().get("offered_per_second").value();
  }

  /**
   * Runs whose loads are within 5 % of the first of them are repeats of one load; within 15 %, if
   * they had the same workload in the same way, since random arrivals vary by that much.
   */
  private static List<Point> points(List<RunAnalysis> runs, boolean byClients) {
    List<RunAnalysis> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingDouble(run -> load(run, byClients)));
    List<Point> points = new ArrayList<>();
    List<RunAnalysis> repeats = new ArrayList<>();
    for (RunAnalysis run : sorted) {
      if (!repeats.isEmpty() && !isRepeat(repeats.get(0), run, byClients)) {
        points.add(point(repeats, byClients));
        repeats = new ArrayList<>();
      }
      repeats.add(run);
    }
    points.add(point(repeats, byClients));
    return points;
  }

  private static boolean isRepeat(RunAnalysis first, RunAnalysis run, boolean byClients) {
    boolean sameWorkload =
        first.manifest().workload().digest().equals(run.manifest().workload().digest())
            && first.manifest().load().equals(run.manifest().load())
            && !byClients;
    double within = sameWorkload ? SAME_WORKLOAD : SAME_LOAD;
    return load(run, byClients) <= load(first, byClients) * (1 + within);
  }

  private static Point point(List<RunAnalysis> repeats, boolean byClients) {
    return Point.of(load(repeats.get(repeats.size() / 2), byClients), repeats);
  }

  private static OptionalInt knee(List<Point> points) {
    int n = points.size();
    if (n < FEWEST_FOR_A_KNEE || points.stream().anyMatch(p -> p.ttftP90Nanos().isEmpty())) {
      return OptionalInt.empty();
    }
    double[] y = points.stream().mapToDouble(p -> p.ttftP90Nanos().getAsDouble()).toArray();
    double low = y[0];
    double high = y[n - 1];
    if (high < GROWTH * low) {
      return OptionalInt.empty();
    }
    double first = points.get(0).load();
    double last = points.get(n - 1).load();
    int knee = 0;
    double farthest = 0;
    for (int i = 1; i < n - 1; i++) {
      double under = (points.get(i).load() - first) / (last - first) - (y[i] - low) / (high - low);
      if (under > farthest) {
        farthest = under;
        knee = i;
      }
    }
    return farthest > 0 ? OptionalInt.of(knee) : OptionalInt.empty();
  }

  private static OptionalInt saturation(List<Point> points) {
    double most = points.stream().mapToDouble(Point::outputTokensPerSecond).max().orElse(0);
    for (int i = 0; i < points.size() - 1; i++) {
      if (most > 0 && points.get(i).outputTokensPerSecond() >= SATURATED * most) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalInt best(List<Point> points, double share) {
    int best = -1;
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).sloShare() >= share
          && (best < 0 || points.get(i).goodputPerSecond() > points.get(best).goodputPerSecond())) {
        best = i;
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }
}
