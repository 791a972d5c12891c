package dev.facsimile.anonymize.verify;

import dev.facsimile.anonymize.policy.TraceColumn;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The whole values of a release by column, without content and names of our own. */
final class ReleasedWords {
  private final Map<String, Set<String>> byColumn = new TreeMap<>();

  void add(String column, String value) {
    if (!column.equals(TraceColumn.CONTENT.word())) {
      byColumn.computeIfAbsent(column, name -> new TreeSet<>()).add(value);
    }
  }

  boolean isIn(TraceColumn column, String value) {
    return byColumn.getOrDefault(column.word(), Set.of()).contains(value);
  }

  /** Values of id columns that are no names of ours: there should be none. */
  Set<String> foreignIds() {
    return byColumn.entrySet().stream()
        .filter(entry -> ReleasedBytes.isIdColumn(entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .collect(Collectors.toSet());
  }
}
