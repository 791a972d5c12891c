package dev.facsimile.anonymize;

import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by name. */
final class Tally implements Serializable {
  private static final long serialVersionUID = 1;

  private final TreeMap<String, Long> counts = new TreeMap<>();

  void add(String name, long count) {
    if (count > 0) {
      counts.merge(name, count, Long::sum);
    }
  }

  void add(Tally others) {
    others.counts.forEach(this::add);
  }

  long of(String name) {
    return counts.getOrDefault(name, 0L);
  }

  SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
