package dev.facsimile.analyze.run;

import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One word per request, some absent; each distinct word is held once. */
final class ValueColumn {
  private final Map<Optional<String>, Long> codes = new HashMap<>();
  private final List<Optional<String>> values = new ArrayList<>();
  private final LongSeries rows = new LongSeries();

  void add(Optional<String> value) {
    Long code = codes.get(value);
    if (code == null) {
      code = (long) values.size();
      codes.put(value, code);
      values.add(value);
    }
    rows.add(code);
  }

  /** Whether some request has a value. */
  boolean isKnown() {
    return values.stream().anyMatch(Optional::isPresent);
  }

  /** Distinct values, absent among them, in the order of their first appearance. */
  List<Optional<String>> values() {
    return values;
  }

  /** The rows of each value, in the order of {@link #values()}. */
  List<int[]> rowsByValue() {
    int[] sizes = new int[values.size()];
    for (int row = 0; row < rows.size(); row++) {
      sizes[(int) rows.get(row)]++;
    }
    List<int[]> groups = new ArrayList<>();
    for (int size : sizes) {
      groups.add(new int[size]);
    }
    int[] filled = new int[sizes.length];
    for (int row = 0; row < rows.size(); row++) {
      int code = (int) rows.get(row);
      groups.get(code)[filled[code]++] = row;
    }
    return groups;
  }
}
