package dev.facsimile.synth.whatif;

import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Requests per session so many times as many: examples lose followers, or those that have none get
 * the followers of another one. How many of them is found by bisection on seeded simulations.
 *
 * @param factor over 0
 */
record TurnsScale(double factor) implements WhatIf {
  private static final int STEPS = 9;
  private static final long MOST_ROWS = 50_000;
  private static final double CLOSE = 0.005;

  static WhatIf read(Fields fields) {
    return new TurnsScale(fields.number("factor", 0.01, 100));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return before.model().sessions().isPresent()
        ? List.of()
        : List.of("turns-scale needs sessions, and the model has none");
  }

  @Override
  public Experiment on(Experiment before) throws IOException {
    double target = target(before);
    double low = -1;
    double high = 1;
    Experiment best = before;
    double bestMiss = Math.abs(requestsPerSession(before) - target);
    for (int step = 0; step < STEPS && bestMiss > CLOSE * target; step++) {
      double middle = (low + high) / 2;
      Experiment tried = before.with(changed(before.model(), middle));
      double found = requestsPerSession(tried);
      if (Math.abs(found - target) < bestMiss) {
        bestMiss = Math.abs(found - target);
        best = tried;
      }
      if (found < target) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return best.told(
        "Sessions have about " + factor + " times as many requests as the source's.",
        "envelope",
        "burst",
        "fine-timing",
        "drift",
        "marginals",
        "tails",
        "joint",
        "class-joint",
        "mix",
        "sessions",
        "cache",
        "prefix-shape",
        "impact");
  }

  /** A session has one request at least. */
  private double target(Experiment before) throws IOException {
    return Math.max(1, factor * requestsPerSession(before));
  }

  private static double requestsPerSession(Experiment experiment) throws IOException {
    long[] counts = new long[2];
    experiment
        .generation()
        .run(
            2,
            Extract.first(MOST_ROWS, Long.MAX_VALUE),
            (row, gap) -> counts[gap.isPresent() ? 1 : 0]++,
            Progress.SILENT);
    return counts[0] == 0 ? 1 : 1 + (double) counts[1] / counts[0];
  }

  /** Below 0 that part of the followers is gone; above 0 that part of the childless have some. */
  private static TrafficModel changed(TrafficModel model, double strength) {
    return Models.withSessions(
        model, s -> Models.with(s, strength < 0 ? thinned(s, -strength) : grown(s, strength)));
  }

  private static double uniform(String name, long index) {
    return (new SeededStreams(0).value(name, index) >>> 11) * 0x1p-53;
  }

  private static List<Donor> thinned(Branching sessions, double part) {
    List<Donor> donors = new ArrayList<>();
    long number = 0;
    for (Donor donor : sessions.donors()) {
      List<Branching.Follower> kept = new ArrayList<>();
      for (Branching.Follower follower : donor.followers()) {
        if (uniform("what-if/turns", number++) >= part) {
          kept.add(follower);
        }
      }
      donors.add(donor.with(kept));
    }
    return donors;
  }

  private static List<Donor> grown(Branching sessions, double part) {
    List<Donor> donors = new ArrayList<>();
    for (int i = 0; i < sessions.donors().size(); i++) {
      Donor donor = sessions.donors().get(i);
      boolean grows = donor.followers().isEmpty() && uniform("what-if/turns", i) < part;
      donors.add(grows ? donor.with(followersNear(sessions.donors(), i)) : donor);
    }
    return donors;
  }

  /** The followers of the next example of its class in the list that has some. */
  private static List<Branching.Follower> followersNear(List<Donor> donors, int place) {
    int classNumber = donors.get(place).classNumber();
    for (int away = 1; away < donors.size(); away++) {
      Donor other = donors.get((place + away) % donors.size());
      if (other.classNumber() == classNumber && !other.followers().isEmpty()) {
        return other.followers();
      }
    }
    return List.of();
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    double target;
    try {
      target = target(before);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    double requested = target;
    return new Sums(
        (row, gap) -> OptionalDouble.of(gap.isPresent() ? 0 : 1),
        sums ->
            List.of(
                new Gauge.Reading(
                    "requests per session",
                    requested,
                    1 / Math.max(1e-9, sums.mean(Optional.empty())))));
  }
}
