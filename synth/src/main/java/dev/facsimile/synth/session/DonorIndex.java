package dev.facsimile.synth.session;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Finds donors for many generated requests at once: source requests of the same class and
 * generation that are alike in size, time, gap and answer.
 *
 * <p>Requests and donors are put in order by nested strata of those four, and matched by their
 * place in it, by systematic sampling. So every donor is taken as often as every other, which the
 * nearest neighbours of each request would not be: outliers, such as the longest sessions, are
 * nobody's nearest. Safe for use by several threads.
 */
final class DonorIndex {
  /** Generations are joined with their neighbours until they have so many donors. */
  private static final int ENOUGH = 24;

  /** Donors of the source's last eighth are left out. */
  private static final int LAST_CLOCK = Branching.CELLS - Branching.CELLS / 8;

  /**
   * What requests are put in order by, and into how many strata: the number of requests to this
   * power. Within the last they are in order without strata.
   */
  private record Likeness(ToIntFunction<Donor> of, double power) {}

  private static final List<Likeness> LIKENESS =
      List.of(
          new Likeness(Donor::size, 0.3),
          new Likeness(Donor::clock, 0.15),
          new Likeness(Donor::gap, 0.2),
          new Likeness(Donor::answer, 1));

  /** By class and generation. */
  private final Map<Integer, TreeMap<Integer, List<Donor>>> groups = new HashMap<>();

  DonorIndex(Branching sessions) {
    // Of the source's last requests the turns that came after its end are missing. The workload's
    // last ones get the turns of earlier donors, and its own end cuts them.
    List<Donor> whole = sessions.donors().stream().filter(d -> d.clock() < LAST_CLOCK).toList();
    for (Donor donor : whole.isEmpty() ? sessions.donors() : whole) {
      groups
          .computeIfAbsent(donor.classNumber(), c -> new TreeMap<>())
          .computeIfAbsent(donor.generation(), g -> new ArrayList<>())
          .add(donor);
    }
  }

  /**
   * A donor for each of some requests.
   *
   * @param classNumber their class
   * @param generation their generation
   * @param requests what they are like, as donors without followers
   * @return one for each, in their order; none where the class has no donors at all
   */
  List<Donor> like(
      int classNumber, int generation, List<Donor> requests, UniformRandomProvider random) {
    List<Donor> donors = donors(classNumber, generation, requests);
    if (donors.isEmpty()) {
      return List.of();
    }
    int smaller = Math.min(requests.size(), donors.size());
    boolean start = requests.stream().allMatch(r -> r.gap() == 0);
    Donor[] ordered = new Donor[donors.size()];
    int place = 0;
    for (int index : ordered(donors, smaller, start)) {
      ordered[place++] = donors.get(index);
    }
    Donor[] found = new Donor[requests.size()];
    double offset = random.nextDouble();
    place = 0;
    for (int index : ordered(requests, smaller, start)) {
      found[index] = ordered[(int) ((place++ + offset) / found.length * ordered.length)];
    }
    return List.of(found);
  }

  /**
   * The donors of a generation and, while they are few, of those around it, at about these times.
   */
  private List<Donor> donors(int classNumber, int generation, List<Donor> requests) {
    TreeMap<Integer, List<Donor>> ofClass = groups.getOrDefault(classNumber, new TreeMap<>());
    if (ofClass.isEmpty()) {
      return List.of();
    }
    int within = Math.min(generation, ofClass.lastKey());
    List<Donor> found = new ArrayList<>(ofClass.getOrDefault(within, List.of()));
    int least = Math.min(ENOUGH, (int) ofClass.values().stream().mapToLong(List::size).sum());
    for (int away = 1; found.size() < least; away++) {
      found.addAll(ofClass.getOrDefault(within - away, List.of()));
      found.addAll(ofClass.getOrDefault(within + away, List.of()));
    }
    int from =
        Math.min(LAST_CLOCK - 2, requests.stream().mapToInt(Donor::clock).min().orElseThrow());
    int to = requests.stream().mapToInt(Donor::clock).max().orElseThrow();
    List<Donor> then =
        found.stream().filter(d -> d.clock() >= from - 1 && d.clock() <= to + 1).toList();
    return then.size() >= ENOUGH ? then : found;
  }

  /** The places of some donors in the order of nested strata; a session's start has no gap. */
  private static List<Integer> ordered(List<Donor> donors, int smaller, boolean start) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < donors.size(); i++) {
      places.add(i);
    }
    List<Likeness> likeness =
        start ? List.of(LIKENESS.get(0), LIKENESS.get(1), LIKENESS.get(3)) : LIKENESS;
    order(places, donors, smaller, likeness);
    return places;
  }

  private static void order(
      List<Integer> places, List<Donor> donors, int smaller, List<Likeness> likeness) {
    Likeness first = likeness.get(0);
    places.sort(Comparator.comparingInt(i -> first.of().applyAsInt(donors.get(i))));
    if (likeness.size() == 1) {
      return;
    }
    int size = places.size();
    int strata = (int) Math.max(1, StrictMath.pow(smaller, first.power()));
    for (int stratum = 0; stratum < strata; stratum++) {
      int from = (int) ((long) stratum * size / strata);
      int to = (int) ((stratum + 1L) * size / strata);
      order(places.subList(from, to), donors, smaller, likeness.subList(1, likeness.size()));
    }
  }
}
