package dev.facsimile.synth.arrival;

import dev.facsimile.trace.random.SeededStreams;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Examples of how arrivals lie within a cell, a bounded sample for each count. Which cells are in
 * it depends on their numbers alone: those of the smallest random keys (bottom-k sampling, Cohen
 * and Kaplan 2007), so that the samples of parts merge into that of the whole.
 */
final class Patterns implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int PER_COUNT = 128;
  private static final int LONGEST = 64;
  private static final LongUnaryOperator KEYS = new SeededStreams(0).values("fit/patterns");

  /** By the count of a cell, or {@value #LONGEST} for more: those that are kept. */
  private final ArrayList<PriorityQueue<Pattern>> byCount = new ArrayList<>();

  private record Pattern(long key, int cell, int[] positions) implements Serializable {}

  private static final class LargestKeyFirst implements Comparator<Pattern>, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public int compare(Pattern one, Pattern other) {
      int byKey = Long.compare(other.key(), one.key());
      return byKey != 0 ? byKey : Integer.compare(other.cell(), one.cell());
    }
  }

  /**
   * Takes a cell, which is in no other part.
   *
   * @param cell its number
   * @param positions ascending, of which the first {@code count} count, at least one
   */
  void add(int cell, int[] positions, int count) {
    long key = KEYS.applyAsLong(cell);
    PriorityQueue<Pattern> kept = ofCount(Math.min(LONGEST, count));
    if (isKept(kept, key)) {
      add(kept, new Pattern(key, cell, thin(positions, count)));
    }
  }

  private PriorityQueue<Pattern> ofCount(int count) {
    while (byCount.size() <= count) {
      byCount.add(new PriorityQueue<>(new LargestKeyFirst()));
    }
    return byCount.get(count);
  }

  private static boolean isKept(PriorityQueue<Pattern> kept, long key) {
    return kept.size() < PER_COUNT || kept.element().key() > key;
  }

  private static void add(PriorityQueue<Pattern> kept, Pattern pattern) {
    kept.add(pattern);
    if (kept.size() > PER_COUNT) {
      kept.remove();
    }
  }

  private static int[] thin(int[] positions, int count) {
    if (count <= LONGEST) {
      return Arrays.copyOf(positions, count);
    }
    int[] quantiles = new int[LONGEST];
    for (int i = 0; i < LONGEST; i++) {
      quantiles[i] = positions[(int) ((2L * i + 1) * count / (2 * LONGEST))];
    }
    return quantiles;
  }

  /** Takes the patterns of other cells. */
  void merge(Patterns others) {
    for (int count = 0; count < others.byCount.size(); count++) {
      PriorityQueue<Pattern> kept = ofCount(count);
      for (Pattern pattern : others.byCount.get(count)) {
        if (isKept(kept, pattern.key())) {
          add(kept, pattern);
        }
      }
    }
  }

  /** The examples of each count, in the order of their cells. */
  SortedMap<Integer, List<List<Integer>>> byCount() {
    SortedMap<Integer, List<List<Integer>>> examples = new TreeMap<>();
    for (int count = 0; count < byCount.size(); count++) {
      if (!byCount.get(count).isEmpty()) {
        examples.put(
            count,
            byCount.get(count).stream()
                .sorted(Comparator.comparingInt(Pattern::cell))
                .map(pattern -> Arrays.stream(pattern.positions()).boxed().toList())
                .toList());
      }
    }
    return examples;
  }
}
