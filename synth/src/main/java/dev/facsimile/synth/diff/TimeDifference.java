package dev.facsimile.synth.diff;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Cascade.Silence;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TrafficModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How two models differ in time: sessions, silences, drift.
 *
 * @param quantities numbers side by side
 * @param distances from 0 to 1; empty unless both models have sessions
 */
public record TimeDifference(List<Quantity> quantities, List<Distance> distances) {

  /** A number of each model. */
  public record Quantity(String name, double first, double second) {}

  /** The largest difference of two distribution functions. */
  public record Distance(String name, double distance) {}

  /** The difference of two models. */
  public static TimeDifference between(TrafficModel first, TrafficModel second) {
    List<Quantity> quantities = new ArrayList<>();
    quantities.add(new Quantity("requests per session", perSession(first), perSession(second)));
    quantities.add(new Quantity("seconds of silence", silence(first), silence(second)));
    quantities.add(
        new Quantity("stretches of drifting lengths", stretches(first), stretches(second)));
    quantities.add(new Quantity("tenants told apart", tenants(first), tenants(second)));
    List<Distance> distances = new ArrayList<>();
    Optional<Branching> one = first.sessions();
    Optional<Branching> two = second.sessions();
    if (one.isPresent() && two.isPresent()) {
      distances.add(
          new Distance(
              "KS of gaps of turns",
              ClassDifference.distance(one.get().gapMillis(), two.get().gapMillis())));
      distances.add(
          new Distance(
              "KS of fresh tokens",
              ClassDifference.distance(one.get().freshTokens(), two.get().freshTokens())));
      distances.add(
          new Distance(
              "KS of turns' output",
              ClassDifference.distance(one.get().outputTokens(), two.get().outputTokens())));
    }
    return new TimeDifference(List.copyOf(quantities), List.copyOf(distances));
  }

  /** Requests ÷ session starts. */
  public static double perSession(TrafficModel model) {
    long starts = model.classes().stream().mapToLong(ClassModel::sessionStarts).sum();
    long requests = model.classes().stream().mapToLong(ClassModel::requests).sum();
    return (double) requests / Math.max(1, starts);
  }

  private static double silence(TrafficModel model) {
    return model.classes().stream().mapToDouble(stratum -> silence(stratum, model)).sum();
  }

  /** Seconds of a stratum's silences. */
  public static double silence(ClassModel stratum, TrafficModel model) {
    long cells = stratum.arrivals().silences().stream().mapToLong(Silence::cells).sum();
    return cells * (model.grid().cellNanos() / 1e9);
  }

  private static double stretches(TrafficModel model) {
    return model.classes().stream().mapToDouble(c -> c.lengths().drift().size()).sum();
  }

  private static double tenants(TrafficModel model) {
    return model.classes().stream().flatMap(c -> c.tenant().stream()).distinct().count();
  }
}
