package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The first look at a trace: how many rows, until when, which classes, and which tenants are large
 * enough to be modelled by themselves. Each part of the trace has one of its own; they merge, in
 * order, into that of the whole. Holds a count for each class and tenant.
 */
final class Census implements Consumer<TraceBatch> {
  private static final long FEWEST_ROWS = 500;
  private static final int MOST_GROUPS = 16;
  private static final long SHORTEST_NANOS = 1_000_000_000;

  private static final String OTHER = "other";

  private final TraceFile trace;
  private final int minCount;
  private final Map<String, String> mergedInto = new HashMap<>();
  private final BlockCut cut = new BlockCut();
  private final SortedMap<String, SortedMap<String, Long>> tenants = new TreeMap<>();

  /** A part's counts by class and tenant, before they are merged. */
  private final Map<String, Map<String, long[]>> counts = new HashMap<>();

  private String lastClass = "";
  private String lastTenant = "";
  private long[] lastCount =
      counts.computeIfAbsent("", c -> new HashMap<>()).computeIfAbsent("", t -> new long[1]);
  private Optional<Disorder> disorder = Optional.empty();
  private long read;
  private long rows;
  private long firstArrival;
  private long lastArrival;

  /**
   * Of this trace.
   *
   * @param minCount classes of less requests are taken together; 1 for none
   */
  Census(TraceFile trace, int minCount) {
    this.trace = trace;
    this.minCount = minCount;
  }

  /** The columns that are looked at. */
  Set<TraceColumn> columns() {
    Set<TraceColumn> columns =
        EnumSet.of(
            TraceColumn.ARRIVAL,
            TraceColumn.CLASS,
            TraceColumn.TENANT,
            TraceColumn.INPUT,
            TraceColumn.OUTPUT);
    if (trace.header().blocks().isPresent()) {
      columns.add(TraceColumn.PREFIX_BLOCKS);
    }
    return columns;
  }

  /** Takes the next rows. */
  @Override
  public void accept(TraceBatch batch) {
    long[] arrivals = batch.numbers(TraceColumn.ARRIVAL);
    boolean[] hasInput = batch.present(TraceColumn.INPUT);
    boolean[] hasOutput = batch.present(TraceColumn.OUTPUT);
    for (int row = 0; row < batch.size(); row++) {
      requireOrder(arrivals[row]);
      read++;
      if (hasInput[row] && hasOutput[row]) {
        rows++;
        count(batch.text(TraceColumn.CLASS, row), batch.text(TraceColumn.TENANT, row));
        if (trace.header().blocks().isPresent()) {
          cut(batch, row, trace.header().blocks().get());
        }
      }
    }
  }

  private void cut(TraceBatch batch, int row, BlockScheme scheme) {
    int input = (int) batch.numbers(TraceColumn.INPUT)[row];
    batch.blocks(row).ifPresent(blocks -> cut.add(input, blocks.length, scheme));
  }

  private void count(String requestClass, String tenant) {
    // Neighbours often share the very object.
    if (requestClass != lastClass || tenant != lastTenant) {
      lastClass = requestClass;
      lastTenant = tenant;
      lastCount =
          counts
              .computeIfAbsent(requestClass, c -> new HashMap<>())
              .computeIfAbsent(tenant, t -> new long[1]);
    }
    lastCount[0]++;
  }

  private void requireOrder(long arrival) {
    if (read == 0) {
      firstArrival = arrival;
    }
    if (arrival < lastArrival && disorder.isEmpty()) {
      disorder = Optional.of(new Disorder(read + 1, arrival, lastArrival));
    }
    lastArrival = arrival;
  }

  /** Takes what was seen of the rows behind those seen here. */
  void merge(Census behind) {
    if (behind.read == 0) {
      return;
    }
    if (read > 0 && behind.firstArrival < lastArrival) {
      new Disorder(read + 1, behind.firstArrival, lastArrival).refuse(trace);
    }
    behind.disorder.ifPresent(
        found -> new Disorder(read + found.row(), found.arrival(), found.before()).refuse(trace));
    firstArrival = read == 0 ? behind.firstArrival : firstArrival;
    lastArrival = behind.lastArrival;
    read += behind.read;
    rows += behind.rows;
    cut.merge(behind.cut);
    behind.counts.forEach(
        (name, ofTenants) ->
            ofTenants.forEach(
                (tenant, count) -> {
                  if (count[0] > 0) {
                    tenants
                        .computeIfAbsent(name, c -> new TreeMap<>())
                        .merge(tenant, count[0], Long::sum);
                  }
                }));
  }

  /** A row that arrives before the one above it; rows count from 1. */
  private record Disorder(long row, long arrival, long before) {
    void refuse(TraceFile trace) {
      throw new InputException(
          trace.path(),
          row,
          "arrival_ns is "
              + arrival
              + ", before that of the row above ("
              + before
              + "), expected rows in order of arrival");
    }
  }

  /** Refuses a trace that there is nothing to fit to. */
  void requireTraffic() {
    if (rows == 0) {
      throw new InputException(
          trace.path(), "has no row with input_tokens and output_tokens, expected at least one");
    }
    if (rows > 1 && lastArrival == 0) {
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
  void mergeClasses() {
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

  /** The class that requests of a class are counted in, "" for none. */
  String classOf(String own) {
    return mergedInto.getOrDefault(own, own);
  }

  /** Rows with both lengths. */
  long rows() {
    return rows;
  }

  /** Rows without. */
  long leftOut() {
    return read - rows;
  }

  /** From arrival 0 to the end of the last arrival's tick. */
  long durationNanos() {
    // The last arrival is one request's: told to the second where nothing of one request may be.
    long least = minCount > 1 ? SHORTEST_NANOS : 1;
    long lattice = trace.header().clock().latticeNanos().orElse(1);
    long tick = lattice < least ? least / lattice * lattice : lattice;
    return Math.max(SHORTEST_NANOS, ((lastArrival + tick / 2) / tick + 1) * tick);
  }

  TimeGrid grid() {
    OptionalLong lattice = trace.header().clock().latticeNanos();
    return minCount > 1
        ? TimeGrid.fine(lattice, durationNanos())
        : TimeGrid.of(lattice, durationNanos());
  }

  /** Mean tokens per block id, where they do not follow their scheme. */
  OptionalInt tokensPerBlock() {
    return cut.tokensPerBlock();
  }

  /**
   * The strata: for each class its largest tenants, if it has several, and the rest.
   *
   * @return by class, "" for none, and tenant, "" for the rest
   */
  SortedMap<String, SortedMap<String, StratumFit>> strata() {
    SortedMap<String, SortedMap<String, StratumFit>> strata = new TreeMap<>();
    TimeGrid grid = grid();
    int number = 0;
    for (Map.Entry<String, SortedMap<String, Long>> entry : tenants.entrySet()) {
      Optional<String> requestClass = Optional.of(entry.getKey()).filter(c -> !c.isEmpty());
      List<String> groups = groups(entry.getValue());
      long grouped = groups.stream().mapToLong(entry.getValue()::get).sum();
      boolean rest = grouped < entry.getValue().values().stream().mapToLong(n -> n).sum();
      SortedMap<String, StratumFit> ofClass = new TreeMap<>();
      if (rest) {
        ofClass.put("", new StratumFit(requestClass, Optional.empty(), number++, grid, minCount));
      }
      for (String group : groups) {
        ofClass.put(
            group, new StratumFit(requestClass, Optional.of(group), number++, grid, minCount));
      }
      strata.put(entry.getKey(), ofClass);
    }
    return strata;
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
