package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the first look at a trace tells: how many rows, until when, which classes, and which tenants
 * are large enough to be modelled by themselves. Holds a count for each class and tenant.
 */
final class Census {
  private static final long FEWEST_ROWS = 500;
  private static final int MOST_GROUPS = 16;
  private static final long SHORTEST_NANOS = 1_000_000_000;

  private static final String OTHER = "other";

  private final TraceFile trace;
  private final int minCount;
  private final CensusPart seen;
  private final Map<String, String> mergedInto = new HashMap<>();
  private final SortedMap<String, SortedMap<String, Long>> tenants = new TreeMap<>();

  /**
   * Of this trace.
   *
   * @param minCount classes of less requests are taken together; 1 for none
   * @param seen of all its rows
   * @throws InputException if there is nothing that a model could be fitted to
   */
  Census(TraceFile trace, int minCount, CensusPart seen) {
    this.trace = trace;
    this.minCount = minCount;
    this.seen = seen;
    requireTraffic();
    tenants.putAll(seen.counts());
    mergeClasses();
  }

  private void requireTraffic() {
    if (seen.rows() == 0) {
      throw new InputException(
          trace.path(), "has no row with input_tokens and output_tokens, expected at least one");
    }
    if (seen.rows() > 1 && seen.lastArrival() == 0) {
      throw new InputException(
          trace.path(),
          "has every arrival at 0, expected times: its log tells none, so that there is no traffic"
              + " to fit");
    }
  }

  /**
   * Takes classes that are too small together as {@code other}, with the smallest of the rest as
   * long as it is too small itself.
   */
  private void mergeClasses() {
    List<Map.Entry<String, Long>> bySize = new ArrayList<>();
    tenants.forEach(
        (name, rowsOf) ->
            bySize.add(Map.entry(name, rowsOf.values().stream().mapToLong(n -> n).sum())));
    bySize.sort(Map.Entry.comparingByValue());
    long other = 0;
    for (Map.Entry<String, Long> entry : bySize) {
      if (entry.getValue() < minCount || (other > 0 && other < minCount)) {
        mergedInto.put(entry.getKey(), OTHER);
        other += entry.getValue();
      }
    }
    mergedInto.keySet().forEach(this::merge);
  }

  private void merge(String name) {
    SortedMap<String, Long> into = tenants.computeIfAbsent(OTHER, c -> new TreeMap<>());
    if (!name.equals(OTHER)) {
      tenants.remove(name).forEach((tenant, count) -> into.merge(tenant, count, Long::sum));
    }
  }

  /** Rows with both lengths. */
  long rows() {
    return seen.rows();
  }

  /** For each part the rows with both lengths before it. */
  long[] before() {
    List<Long> rowsOfParts = seen.rowsOfParts();
    long[] before = new long[rowsOfParts.size()];
    for (int part = 1; part < before.length; part++) {
      before[part] = before[part - 1] + rowsOfParts.get(part - 1);
    }
    return before;
  }

  /** Rows without. */
  long leftOut() {
    return seen.read() - seen.rows();
  }

  /** From arrival 0 to the end of the last arrival's tick. */
  long durationNanos() {
    // The last arrival is one request's: told to the second where nothing of one request may be.
    long least = minCount > 1 ? SHORTEST_NANOS : 1;
    long lattice = trace.header().clock().latticeNanos().orElse(1);
    long tick = lattice < least ? least / lattice * lattice : lattice;
    return Math.max(SHORTEST_NANOS, ((seen.lastArrival() + tick / 2) / tick + 1) * tick);
  }

  TimeGrid grid() {
    OptionalLong lattice = trace.header().clock().latticeNanos();
    return minCount > 1
        ? TimeGrid.fine(lattice, durationNanos())
        : TimeGrid.of(lattice, durationNanos());
  }

  /** Mean tokens per block id, where they do not follow their scheme. */
  OptionalInt tokensPerBlock() {
    return seen.tokensPerBlock();
  }

  /** The strata: for each class its largest tenants, if it has several, and the rest. */
  Strata strata() {
    TreeMap<String, TreeMap<String, Integer>> numbers = new TreeMap<>();
    int number = 0;
    for (Map.Entry<String, SortedMap<String, Long>> entry : tenants.entrySet()) {
      List<String> groups = groups(entry.getValue());
      long grouped = groups.stream().mapToLong(entry.getValue()::get).sum();
      boolean rest = grouped < entry.getValue().values().stream().mapToLong(n -> n).sum();
      TreeMap<String, Integer> ofClass = new TreeMap<>();
      if (rest) {
        ofClass.put(Strata.REST, number++);
      }
      for (String group : groups) {
        ofClass.put(group, number++);
      }
      numbers.put(entry.getKey(), ofClass);
    }
    return new Strata(Map.copyOf(mergedInto), numbers, number, grid());
  }

  private List<String> groups(SortedMap<String, Long> rows) {
    if (rows.size() < 2) {
      return List.of();
    }
    List<String> largest =
        rows.entrySet().stream()
            .filter(e -> !e.getKey().isEmpty() && e.getValue() >= Math.max(FEWEST_ROWS, minCount))
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_GROUPS)
            .map(Map.Entry::getKey)
            .toList();
    long rest = rows.values().stream().mapToLong(n -> n).sum();
    for (String group : largest) {
      rest -= rows.get(group);
    }
    // The rest must be enough to be told of too.
    boolean tooFew = rest > 0 && rest < minCount;
    return largest.stream().limit(largest.size() - (tooFew ? 1 : 0)).sorted().toList();
  }
}
