package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The first look at consecutive parts of a trace. Holds a count for each class and tenant. */
final class CensusPart implements PartSummary<CensusPart> {
  private static final long serialVersionUID = 1;

  private final Work work;
  private final BlockCut cut = new BlockCut();
  private final HashMap<String, HashMap<String, long[]>> counts = new HashMap<>();
  private transient String lastClass = "";
  private transient String lastTenant = "";
  private transient long[] lastCount = {};

  /** The first row that is out of order, if any. */
  private final List<Disorder> disorder = new ArrayList<>();

  /** Of each part its rows with both lengths; empty as long as there is one part. */
  private final ArrayList<Long> rowsOfParts = new ArrayList<>();

  private long read;
  private long rows;
  private long firstArrival;
  private long lastArrival;

  /**
   * The first pass.
   *
   * @param scheme how blocks are cut, if there are blocks
   */
  record Work(List<BlockScheme> scheme) implements PartWork<CensusPart> {

    static Work of(TraceFile trace) {
      return new Work(trace.header().blocks().stream().toList());
    }

    @Override
    public Set<TraceColumn> columns() {
      Set<TraceColumn> columns =
          EnumSet.of(
              TraceColumn.ARRIVAL,
              TraceColumn.CLASS,
              TraceColumn.TENANT,
              TraceColumn.INPUT,
              TraceColumn.OUTPUT);
      if (!scheme.isEmpty()) {
        columns.add(TraceColumn.PREFIX_BLOCKS);
      }
      return columns;
    }

    @Override
    public CensusPart start(int part) {
      return new CensusPart(this);
    }
  }

  private CensusPart(Work work) {
    this.work = work;
  }

  /** Takes the next rows. */
  @Override
  public void accept(TraceBatch batch) {
    long[] arrivals = batch.numbers(TraceColumn.ARRIVAL);
    for (int row = 0; row < batch.size(); row++) {
      order(arrivals[row]);
      read++;
      if (batch.lengthsKnown(row)) {
        rows++;
        count(batch.text(TraceColumn.CLASS, row), batch.text(TraceColumn.TENANT, row));
        for (BlockScheme scheme : work.scheme()) {
          int input = (int) batch.numbers(TraceColumn.INPUT)[row];
          batch.blocks(row).ifPresent(blocks -> cut.add(input, blocks.length, scheme));
        }
      }
    }
  }

  private void count(String requestClass, String tenant) {
    // Neighbours often share the very object.
    if (lastCount.length == 0 || requestClass != lastClass || tenant != lastTenant) {
      lastClass = requestClass;
      lastTenant = tenant;
      lastCount = countOf(requestClass, tenant);
    }
    lastCount[0]++;
  }

  private long[] countOf(String requestClass, String tenant) {
    return counts
        .computeIfAbsent(requestClass, name -> new HashMap<>())
        .computeIfAbsent(tenant, name -> new long[1]);
  }

  private void order(long arrival) {
    if (read == 0) {
      firstArrival = arrival;
    }
    if (arrival < lastArrival && disorder.isEmpty()) {
      disorder.add(new Disorder(read + 1, arrival, lastArrival));
    }
    lastArrival = arrival;
  }

  @Override
  public void merge(CensusPart behind) {
    List<Long> partsBehind = behind.rowsOfParts();
    rowsOfParts.addAll(rowsOfParts.isEmpty() ? List.of(rows) : List.of());
    rowsOfParts.addAll(partsBehind);
    if (behind.read == 0) {
      return;
    }
    if (disorder.isEmpty()) {
      if (read > 0 && behind.firstArrival < lastArrival) {
        disorder.add(new Disorder(read + 1, behind.firstArrival, lastArrival));
      } else {
        behind.disorder.forEach(found -> disorder.add(found.after(read)));
      }
    }
    firstArrival = read == 0 ? behind.firstArrival : firstArrival;
    lastArrival = behind.lastArrival;
    read += behind.read;
    rows += behind.rows;
    cut.merge(behind.cut);
    behind.counts.forEach(
        (name, ofTenants) ->
            ofTenants.forEach((tenant, count) -> countOf(name, tenant)[0] += count[0]));
  }

  /** A row that arrives before the one above it; rows count from 1. */
  private record Disorder(long row, long arrival, long before) implements Serializable {
    Disorder after(long rowsBefore) {
      return new Disorder(rowsBefore + row, arrival, before);
    }
  }

  /**
   * Refuses rows that are not in order of arrival.
   *
   * @param trace whose first rows these are
   */
  void requireOrder(TraceFile trace) {
    for (Disorder found : disorder) {
      throw new InputException(
          trace.path(),
          found.row(),
          "arrival_ns is "
              + found.arrival()
              + ", before that of the row above ("
              + found.before()
              + "), expected rows in order of arrival");
    }
  }

  /** Rows. */
  long read() {
    return read;
  }

  /** Rows with both lengths. */
  long rows() {
    return rows;
  }

  /** Of each part its rows with both lengths. */
  List<Long> rowsOfParts() {
    return rowsOfParts.isEmpty() ? List.of(rows) : rowsOfParts;
  }

  /** Arrival of the last row, nanoseconds. */
  long lastArrival() {
    return lastArrival;
  }

  /** Rows with both lengths by class, "" for none, and tenant, "" for none. */
  SortedMap<String, SortedMap<String, Long>> counts() {
    SortedMap<String, SortedMap<String, Long>> sorted = new TreeMap<>();
    counts.forEach(
        (name, ofTenants) -> {
          SortedMap<String, Long> of = new TreeMap<>();
          ofTenants.forEach((tenant, count) -> of.put(tenant, count[0]));
          sorted.put(name, of);
        });
    return sorted;
  }

  /** Mean tokens per block id, where they do not follow their scheme. */
  OptionalInt tokensPerBlock() {
    return cut.tokensPerBlock();
  }
}
