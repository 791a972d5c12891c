package dev.facsimile.synth.session;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Finds donors: source requests of a generated one's class that are like it in generation, size,
 * gap and time. Safe for use by several threads.
 */
final class DonorIndex {
  /** So many nearest donors compete. */
  private static final int NEAREST = 8;

  /** Groups are joined with their neighbours until they have so many donors. */
  private static final int ENOUGH = 24;

  /** So many donors around the request's time are compared. */
  private static final int WINDOW = 48;

  private static final int WIDEST = 400;
  private static final long PART = (1 << 20) - 1;
  private static final double GENERATION_WEIGHT = 1.2;
  private static final double GAP_WEIGHT = 0.7;
  private static final double CLOCK_WEIGHT = 6.0 / Branching.CELLS;
  private static final double SIZE_WEIGHT = StrictMath.log(2) / Branching.SIZES_PER_OCTAVE;

  private final List<Donor> donors;
  private final NavigableMap<Long, List<Integer>> groups = new TreeMap<>();
  private final Map<Long, int[]> candidates = new ConcurrentHashMap<>();

  /** By class: the sizes that its donors have. */
  private final Map<Integer, Range> sizes = new HashMap<>();

  private final double[] logGaps = new double[Branching.CELLS];

  private record Range(int least, int most) {

    Range with(Range other) {
      return new Range(Math.min(least, other.least), Math.max(most, other.most));
    }

    int clamp(int size) {
      return Math.max(least, Math.min(most, size));
    }
  }

  DonorIndex(Branching sessions) {
    donors = sessions.donors();
    for (int i = 0; i < donors.size(); i++) {
      groups
          .computeIfAbsent(
              key(donors.get(i).classNumber(), donors.get(i).generation(), donors.get(i).size()),
              k -> new ArrayList<>())
          .add(i);
      int size = donors.get(i).size();
      sizes.merge(donors.get(i).classNumber(), new Range(size, size), Range::with);
    }
    Quantiles gaps = new Quantiles(sessions.gapMillis());
    for (int cell = 0; cell < logGaps.length; cell++) {
      logGaps[cell] = StrictMath.log(1.0 + gaps.at((cell + 0.5) / logGaps.length));
    }
  }

  private static long key(int classNumber, int generation, int size) {
    return (long) classNumber << 40 | (long) generation << 20 | size;
  }

  /** A tally of how often each donor was taken. */
  int[] tally() {
    return new int[donors.size()];
  }

  /**
   * Of the donors nearest to such a request (absent where its class has none) the one that was
   * taken least, so that each has its due share in a workload: random ones would let a few of the
   * largest sessions decide.
   *
   * @param taken a {@link #tally}, in which this one is counted
   */
  Optional<Donor> like(
      int classNumber,
      int generation,
      int size,
      int gap,
      int clock,
      int[] taken,
      UniformRandomProvider random) {
    int within = sizes.containsKey(classNumber) ? sizes.get(classNumber).clamp(size) : size;
    int[] all =
        candidates.computeIfAbsent(
            key(classNumber, generation, within), k -> around(classNumber, generation, within));
    if (all.length == 0) {
      return Optional.empty();
    }
    // Turns that came after the source's end are missing: near it, donors are earlier ones, whose
    // turns the end of the workload cuts as it cut the source's.
    int earlier = WINDOW / 2 + WINDOW / 2 * clock / Branching.CELLS;
    int from = Math.max(0, Math.min(all.length - WINDOW, firstFrom(all, clock + 1) - earlier));
    int count = Math.min(WINDOW, all.length);
    int start = random.nextInt(count);
    double[] distances = new double[NEAREST];
    int[] nearest = new int[NEAREST];
    int found = 0;
    for (int i = 0; i < count; i++) {
      // From a random place on, so that none of several equal donors is preferred.
      int index = all[from + (start + i) % count];
      double distance = distance(donors.get(index), generation, within, gap, clock);
      if (found < NEAREST || distance < distances[found - 1]) {
        int place = found < NEAREST ? found++ : NEAREST - 1;
        while (place > 0 && distances[place - 1] > distance) {
          distances[place] = distances[place - 1];
          nearest[place] = nearest[place - 1];
          place--;
        }
        distances[place] = distance;
        nearest[place] = index;
      }
    }
    int least = random.nextInt(found);
    int first = least;
    for (int i = 1; i < found; i++) {
      int other = (first + i) % found;
      least = taken[nearest[other]] < taken[nearest[least]] ? other : least;
    }
    taken[nearest[least]]++;
    return Optional.of(donors.get(nearest[least]));
  }

  private double distance(Donor donor, int generation, int size, int gap, int clock) {
    double byGeneration = GENERATION_WEIGHT * (donor.generation() - generation);
    double bySize = SIZE_WEIGHT * (donor.size() - size);
    double byGap = generation == 0 ? 0 : GAP_WEIGHT * (logGaps[donor.gap()] - logGaps[gap]);
    double byClock = CLOCK_WEIGHT * (donor.clock() - clock);
    return byGeneration * byGeneration + bySize * bySize + byGap * byGap + byClock * byClock;
  }

  /**
   * How far a group lies from a generation and a size; four sizes weigh as much as one of those.
   */
  private static int reach(long key, int generation, int size) {
    int generations = Math.abs((int) (key >> 20 & PART) - generation);
    return Math.min(WIDEST - 1, Math.max(4 * generations, Math.abs((int) (key & PART) - size)));
  }

  /** The donors of this generation and size and, while they are few, of those around, by time. */
  private int[] around(int classNumber, int generation, int size) {
    NavigableMap<Long, List<Integer>> ofClass =
        groups.subMap(key(classNumber, 0, 0), true, key(classNumber + 1, 0, 0), false);
    long[] byReach = new long[WIDEST];
    ofClass.forEach((key, members) -> byReach[reach(key, generation, size)] += members.size());
    int reach = 0;
    for (long found = byReach[0]; found < ENOUGH && reach < WIDEST - 1; found += byReach[reach]) {
      reach++;
    }
    int widest = reach;
    List<Integer> found = new ArrayList<>();
    ofClass.forEach(
        (key, members) -> {
          if (reach(key, generation, size) <= widest) {
            found.addAll(members);
          }
        });
    found.sort(Comparator.comparingInt(index -> donors.get(index).clock()));
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private int firstFrom(int[] sorted, int clock) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (donors.get(sorted[middle]).clock() < clock) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
