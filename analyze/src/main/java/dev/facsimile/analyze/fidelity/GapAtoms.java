package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.RadixSort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The gaps that many of the source's are equal to, as those of a load test at a constant rate are.
 * Nobody is served differently a thousandth of a gap later, but the source has no noise there, so
 * that a difference of the clock's last digit would be seen as certainly as a wrong rate. Gaps
 * within {@value #TOLERANCE} of an atom, or within a microsecond, are therefore taken as the atom,
 * on both sides. A source without atoms is looked at as exactly as its clock tells: of gaps at
 * random 0.4 % at most lie so close together, unless more than 20,000 come in a second, of which 2
 * % are within a microsecond.
 */
final class GapAtoms {
  /** None of a source. */
  static final GapAtoms NONE = new GapAtoms(new long[0]);

  private static final double TOLERANCE = 0.01;
  private static final long MICROSECOND = 1_000;

  /** What fewer than these make of a difference is negligible, see {@link FineTimingAxis}. */
  private static final double SHARE = 0.02;

  private static final int FEWEST = 50;

  private final long[] atoms;

  private GapAtoms(long[] atoms) {
    this.atoms = atoms;
  }

  /** Gaps that lie within the tolerance of the first of them, in ascending order. */
  private record Cluster(int from, int end) {
    int size() {
      return end - from;
    }
  }

  /** Of the source's gaps, nanoseconds, in any order. */
  static GapAtoms of(long[] gaps) {
    long[] sorted = RadixSort.sorted(gaps);
    List<Long> atoms = new ArrayList<>();
    for (Cluster cluster : clusters(sorted)) {
      long first = sorted[cluster.from()];
      long last = sorted[cluster.end() - 1];
      if (atoms.stream().noneMatch(atom -> within(first, atom) || within(last, atom))) {
        atoms.add(sorted[(cluster.from() + cluster.end()) >>> 1]);
      }
    }
    return new GapAtoms(atoms.stream().mapToLong(atom -> atom).sorted().toArray());
  }

  /** Those of enough gaps, the largest first. */
  private static List<Cluster> clusters(long[] sorted) {
    double fewest = Math.max(FEWEST, SHARE * sorted.length);
    List<Cluster> clusters = new ArrayList<>();
    int end = 0;
    for (int from = 0; from < sorted.length; from++) {
      while (end < sorted.length && sorted[end] - sorted[from] <= tolerance(sorted[from])) {
        end++;
      }
      boolean firstOfItsValue = from == 0 || sorted[from] > sorted[from - 1];
      if (firstOfItsValue && end - from >= fewest) {
        clusters.add(new Cluster(from, end));
      }
    }
    clusters.sort(Comparator.comparingInt(Cluster::size).reversed());
    return clusters;
  }

  private static double tolerance(long gap) {
    return Math.max(MICROSECOND, TOLERANCE * gap);
  }

  private static boolean within(long gap, long atom) {
    return Math.abs(gap - atom) <= tolerance(atom);
  }

  /** The atom that a gap is taken as, the nearest, or the gap itself; greater gaps stay greater. */
  long taken(long gap) {
    int at = Arrays.binarySearch(atoms, gap);
    int above = at < 0 ? -at - 1 : at;
    long nearest = gap;
    long distance = Long.MAX_VALUE;
    for (int i = Math.max(0, above - 1); i <= above && i < atoms.length; i++) {
      if (within(gap, atoms[i]) && Math.abs(gap - atoms[i]) < distance) {
        nearest = atoms[i];
        distance = Math.abs(gap - atoms[i]);
      }
    }
    return nearest;
  }
}
