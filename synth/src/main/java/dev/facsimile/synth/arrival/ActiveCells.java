package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade.Silence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which cells of the source's time are not silent.
 *
 * <p>A run of empty cells is a silence where it is a quarter of a root window or longer and a
 * Poisson process of the rate around it would hardly ever have it: n · exp(−λ · L) &lt; 0.001, with
 * n cells in all, L of them in the run, and λ the rate over the {@value #AROUND} arrivals on each
 * side. A cell at each end is left to the arrivals around.
 */
final class ActiveCells {
  private static final int AROUND = 32;
  private static final int FEWEST_AROUND = 8;
  private static final double LOG_THOUSAND = StrictMath.log(1000);

  private final int[] firstCells;
  private final int[] ends;

  /** Silent cells before each silence. */
  private final int[] before;

  ActiveCells(List<Silence> silences) {
    firstCells = silences.stream().mapToInt(Silence::firstCell).toArray();
    ends = silences.stream().mapToInt(s -> s.firstCell() + s.cells()).toArray();
    before = new int[firstCells.length];
    for (int i = 1; i < before.length; i++) {
      before[i] = before[i - 1] + ends[i - 1] - firstCells[i - 1];
    }
  }

  /** The silences of these counts. */
  static List<Silence> silences(int[] cells, int shortest) {
    List<Silence> silences = new ArrayList<>();
    for (int from = 0; from < cells.length; ) {
      int to = from;
      while (to < cells.length && cells[to] == 0) {
        to++;
      }
      if (to - from >= shortest && from > 0 && to < cells.length && unexplained(cells, from, to)) {
        silences.add(new Silence(from + 1, to - from - 2));
      }
      from = to + 1;
    }
    return silences;
  }

  private static boolean unexplained(int[] cells, int from, int to) {
    int before = 0;
    int low = from;
    while (low > 0 && before < AROUND) {
      before += cells[--low];
    }
    int after = 0;
    int high = to;
    while (high < cells.length && after < AROUND) {
      after += cells[high++];
    }
    double rate = (before + after) / (double) (from - low + high - to);
    return before >= FEWEST_AROUND
        && after >= FEWEST_AROUND
        && rate * (to - from) > StrictMath.log(cells.length) + LOG_THOUSAND;
  }

  /** For each of {@code count} cells from {@code first} on 1, or 0 if it is silent. */
  int[] of(int first, int count) {
    int[] active = new int[count];
    Arrays.fill(active, 1);
    int place = Arrays.binarySearch(ends, first + 1);
    for (int i = place >= 0 ? place : -place - 1;
        i < ends.length && firstCells[i] < first + count;
        i++) {
      int low = Math.max(0, firstCells[i] - first);
      Arrays.fill(active, low, Math.min(count, ends[i] - first), 0);
    }
    return active;
  }

  /** How many of {@code count} cells from {@code first} on are not silent. */
  int count(int first, int count) {
    return firstCells.length == 0
        ? count
        : count - silentBefore(first + count) + silentBefore(first);
  }

  private int silentBefore(int cell) {
    int place = Arrays.binarySearch(firstCells, cell);
    int last = place >= 0 ? place - 1 : -place - 2;
    return last < 0 ? 0 : before[last] + Math.min(cell, ends[last]) - firstCells[last];
  }
}
