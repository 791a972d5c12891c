package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of the raw trace's columns that hold any value.
 *
 * @param kept columns of which something is released
 * @param dropped columns of which nothing is released, and how many values each
 */
record ColumnCounts(List<String> kept, SortedMap<String, Long> dropped) {
  private static final String UNKNOWN = "unknown_columns";

  static ColumnCounts of(Policy policy, SortedMap<String, Long> valueCounts) {
    List<String> kept = new ArrayList<>();
    SortedMap<String, Long> dropped = new TreeMap<>();
    valueCounts.forEach(
        (name, values) -> {
          Optional<TraceColumn> column = TraceColumn.of(name);
          if (column.filter(policy::keeps).isPresent()) {
            if (values > 0) {
              kept.add(name);
            }
          } else if (values > 0) {
            dropped.put(name, values);
          }
        });
    return new ColumnCounts(kept, dropped);
  }

  /** As dropped, but columns that are no trace's count together: their names may tell whose. */
  SortedMap<String, Long> droppedByManifestName() {
    SortedMap<String, Long> named = new TreeMap<>();
    dropped.forEach(
        (name, values) ->
            named.merge(TraceColumn.of(name).isPresent() ? name : UNKNOWN, values, Long::sum));
    return named;
  }
}
