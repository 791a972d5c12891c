package dev.facsimile.synth.session;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /** By class and generation. */
  private final Map<Integer, TreeMap<Integer, List<Donor>>> groups = new HashMap<>();

  DonorIndex(Branching sessions) {
    for (Donor donor : sessions.donors()) {
      groups
          .computeIfAbsent(donor.classNumber(), c -> new TreeMap<>())
          .computeIfAbsent(donor.generation(), g -> new ArrayList<>())
          .add(donor);
    }
    groups.values().forEach(ofClass -> ofClass.replaceAll((generation, all) -> whole(all)));
  }

  /**
   * Of the source's last requests the turns that came after its end are missing. The workload's
   * last ones get the turns of earlier donors, and its own end cuts them. But of the few requests
   * deep in a session those that came early enough are mostly the ones that went on: there all are
   * asked, or sessions would hardly end in a workload longer than the source.
   */
  private static List<Donor> whole(List<Donor> all) {
    List<Donor> whole = all.stream().filter(d -> d.clock() < LAST_CLOCK).toList();
    return whole.size() < ENOUGH ? all : whole;
  }

  /**
   * A donor for each of some requests.
   *
   * @param classNumber their class
   * @param generation their generation
   * @param requests what they are like
   * @return one for each, in their order; none where the class has no donors at all, or no request
   *     of the source that is as deep in its session has a turn after it
   */
  Donor[] like(int classNumber, int generation, Likeness requests, UniformRandomProvider random) {
    List<Donor> donors = donors(classNumber, generation, requests);
    if (donors.isEmpty()) {
      return new Donor[0];
    }
    int smaller = Math.min(requests.requests(), donors.size());
    boolean start = requests.start();
    int[] ordered = Likeness.of(donors).order(smaller, start);
    Donor[] found = new Donor[requests.requests()];
    double offset = random.nextDouble();
    int place = 0;
    for (int index : requests.order(smaller, start)) {
      int donor = (int) ((place++ + offset) / found.length * ordered.length);
      found[index] = donors.get(ordered[donor]);
    }
    return found;
  }

  /**
   * The donors of a generation and, while they are few, of those around it, at about these times.
   */
  private List<Donor> donors(int classNumber, int generation, Likeness requests) {
    TreeMap<Integer, List<Donor>> ofClass = groups.getOrDefault(classNumber, new TreeMap<>());
    if (ofClass.isEmpty() || generation > ofClass.lastKey()) {
      return List.of();
    }
    List<Donor> found = around(ofClass, generation);
    IntSummaryStatistics clocks = Arrays.stream(requests.clocks()).summaryStatistics();
    int from = Math.min(LAST_CLOCK - 2, clocks.getMin());
    int to = clocks.getMax();
    List<Donor> then = new ArrayList<>(found.size());
    for (Donor donor : found) {
      if (donor.clock() >= from - 1 && donor.clock() <= to + 1) {
        then.add(donor);
      }
    }
    return then.size() >= ENOUGH ? then : found;
  }

  private static List<Donor> around(TreeMap<Integer, List<Donor>> ofClass, int generation) {
    List<Donor> found = new ArrayList<>(ofClass.getOrDefault(generation, List.of()));
    int least = Math.min(ENOUGH, (int) ofClass.values().stream().mapToLong(List::size).sum());
    for (int away = 1; found.size() < least; away++) {
      found.addAll(ofClass.getOrDefault(generation - away, List.of()));
      found.addAll(ofClass.getOrDefault(generation + away, List.of()));
    }
    return found;
  }
}
