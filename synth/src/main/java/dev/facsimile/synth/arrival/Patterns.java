package dev.facsimile.synth.arrival;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Examples of how arrivals lie within a cell, a bounded sample (Vitter's reservoir) for each count.
 */
final class Patterns {
  private static final int PER_COUNT = 128;
  private static final int LONGEST = 64;

  private final SortedMap<Integer, List<List<Integer>>> byCount = new TreeMap<>();
  private final SortedMap<Integer, Integer> seen = new TreeMap<>();
  private final UniformRandomProvider random = new SeededStreams(0).stream("fit/patterns");

  /** Takes a cell's ascending positions, at least one. */
  void add(List<Integer> positions) {
    List<Integer> pattern = positions.size() <= LONGEST ? List.copyOf(positions) : thin(positions);
    List<List<Integer>> kept = byCount.computeIfAbsent(pattern.size(), n -> new ArrayList<>());
    int before = seen.merge(pattern.size(), 1, Integer::sum) - 1;
    if (before < PER_COUNT) {
      kept.add(pattern);
      return;
    }
    int place = random.nextInt(before + 1);
    if (place < PER_COUNT) {
      kept.set(place, pattern);
    }
  }

  private static List<Integer> thin(List<Integer> positions) {
    List<Integer> quantiles = new ArrayList<>();
    for (int i = 0; i < LONGEST; i++) {
      quantiles.add(positions.get((int) ((2L * i + 1) * positions.size() / (2 * LONGEST))));
    }
    return quantiles;
  }

  SortedMap<Integer, List<List<Integer>>> byCount() {
    return byCount;
  }
}
