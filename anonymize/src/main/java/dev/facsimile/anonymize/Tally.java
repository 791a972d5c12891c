package dev.facsimile.anonymize;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by name. */
final class Tally {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  void add(String name, long count) {
    if (count > 0) {
      counts.merge(name, count, Long::sum);
    }
  }

  long of(String name) {
    return counts.getOrDefault(name, 0L);
  }

  SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
