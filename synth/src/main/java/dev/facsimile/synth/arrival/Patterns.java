package dev.facsimile.synth.arrival;

import dev.facsimile.trace.random.SeededStreams;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Examples of how arrivals lie within a cell, a bounded sample for each count. Which cells are in
 * it depends on their numbers alone: those of the smallest random keys (bottom-k sampling, Cohen
 * and Kaplan 2007), so that the samples of parts merge into that of the whole.
 */
final class Patterns implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int PER_COUNT = 128;
  private static final int LONGEST = 64;
  private static final SeededStreams KEYS = new SeededStreams(0);

  private final SortedMap<Integer, PriorityQueue<Pattern>> byCount = new TreeMap<>();

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
    long key = KEYS.value("fit/patterns", cell);
    PriorityQueue<Pattern> kept =
        byCount.computeIfAbsent(
            Math.min(LONGEST, count), n -> new PriorityQueue<>(new LargestKeyFirst()));
    if (kept.size() < PER_COUNT || kept.element().key() > key) {
      add(kept, new Pattern(key, cell, thin(positions, count)));
    }
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
    others.byCount.forEach(
        (count, patterns) -> {
          PriorityQueue<Pattern> kept =
              byCount.computeIfAbsent(count, n -> new PriorityQueue<>(new LargestKeyFirst()));
          patterns.forEach(pattern -> add(kept, pattern));
        });
  }

  /** The examples of each count, in the order of their cells. */
  SortedMap<Integer, List<List<Integer>>> byCount() {
    SortedMap<Integer, List<List<Integer>>> examples = new TreeMap<>();
    byCount.forEach(
        (count, kept) ->
            examples.put(
                count,
                kept.stream()
                    .sorted(Comparator.comparingInt(Pattern::cell))
                    .map(pattern -> Arrays.stream(pattern.positions()).boxed().toList())
                    .toList()));
    return examples;
  }
}
