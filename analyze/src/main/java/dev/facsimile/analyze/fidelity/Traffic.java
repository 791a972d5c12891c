package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * The requests of one side of a comparison as columns, in order of arrival. Holds them all: 28
 * bytes a request, and what {@link Prefixes} says where there are prefix blocks.
 */
public final class Traffic {
  /** The class of a request that has none. */
  public static final String UNCLASSIFIED = "unclassified";

  /** The random choice of sessions of a long side. */
  static final String SAMPLED = "fidelity sessions looked at";

  private final Columns columns;
  private final List<String> classNames;
  private final List<String> tenantNames;
  private final boolean sessionsKnown;
  private final Optional<Prefixes> prefixes;
  private final Optional<Neighbours> neighbours;

  /** Columns of equal length. */
  record Columns(
      long[] arrivals, int[] inputs, int[] outputs, int[] classes, int[] sessions, int[] tenants) {

    /** Those of some rows, the sessions numbered anew. */
    private Columns at(int[] rows) {
      return new Columns(
          ColumnRows.of(arrivals, rows),
          ColumnRows.of(inputs, rows),
          ColumnRows.of(outputs, rows),
          ColumnRows.of(classes, rows),
          renumbered(ColumnRows.of(sessions, rows), sessions),
          ColumnRows.of(tenants, rows));
    }

    private static int[] renumbered(int[] some, int[] all) {
      int[] numbers = new int[IntStream.of(all).max().orElse(-1) + 1];
      int count = 0;
      for (int i = 0; i < some.length; i++) {
        if (numbers[some[i]] == 0) {
          numbers[some[i]] = ++count;
        }
        some[i] = numbers[some[i]] - 1;
      }
      return some;
    }
  }

  Traffic(
      Columns columns,
      List<String> classNames,
      List<String> tenantNames,
      boolean sessionsKnown,
      Optional<Prefixes> prefixes) {
    this(columns, classNames, tenantNames, sessionsKnown, prefixes, Optional.empty());
  }

  Traffic(
      Columns columns,
      List<String> classNames,
      List<String> tenantNames,
      boolean sessionsKnown,
      Optional<Prefixes> prefixes,
      Optional<Neighbours> neighbours) {
    this.columns = columns;
    this.classNames = classNames;
    this.tenantNames = tenantNames;
    this.sessionsKnown = sessionsKnown;
    this.prefixes = prefixes;
    this.neighbours = neighbours;
  }

  /** Requests in any order, each with both lengths known. */
  public static Traffic of(List<Request> requests) {
    TrafficBuilder builder = new TrafficBuilder();
    requests.forEach(request -> builder.add(request, request.arrivalNanos()));
    return builder.build();
  }

  public int rows() {
    return columns.arrivals().length;
  }

  /** Arrival times in nanoseconds, ascending; not to be changed. */
  long[] arrivals() {
    return columns.arrivals();
  }

  /** The last arrival, nanoseconds; 0 without requests. */
  public long spanNanos() {
    return rows() == 0 ? 0 : arrivals()[rows() - 1];
  }

  /** Input tokens of every request; not to be changed. */
  int[] inputs() {
    return columns.inputs();
  }

  /** Output tokens of every request; not to be changed. */
  int[] outputs() {
    return columns.outputs();
  }

  /** The class of every request, as an index into {@link #classNames()}; not to be changed. */
  int[] classes() {
    return columns.classes();
  }

  /** The session of every request, from 0; one without a session is its own. Not to be changed. */
  int[] sessions() {
    return columns.sessions();
  }

  /**
   * What belongs together when requests are drawn at random: the session of every request, or,
   * where none is known and there are blocks, all requests with a common prompt as {@link
   * HeldBlocks} has them.
   */
  int[] groups() {
    if (sessionsKnown || prefixes.isEmpty()) {
      return sessions();
    }
    HeldBlocks held = prefixes.get().held();
    int[] groups = new int[rows()];
    Arrays.fill(groups, -1);
    int next = 0;
    for (int i = 0; i < held.size(); i++) {
      groups[held.rows()[i]] = held.groups()[i];
      next = Math.max(next, held.groups()[i] + 1);
    }
    for (int row = 0; row < groups.length; row++) {
      groups[row] = groups[row] < 0 ? next++ : groups[row];
    }
    return groups;
  }

  /** Whether any request says which session it belongs to. */
  boolean sessionsKnown() {
    return sessionsKnown;
  }

  /** The number of sessions, a request without one counted as one. */
  public int sessionCount() {
    return IntStream.of(sessions()).max().orElse(-1) + 1;
  }

  /** The classes, in order of their first request. */
  public List<String> classNames() {
    return classNames;
  }

  /** The tenant of every request, as an index into {@link #tenantNames()}; not to be changed. */
  int[] tenants() {
    return columns.tenants();
  }

  /** The tenants, in order of their first request; those without one count as one, named "". */
  List<String> tenantNames() {
    return tenantNames;
  }

  /** What the prefix blocks come to; absent where no request has any, and for a part of a side. */
  Optional<Prefixes> prefixes() {
    return prefixes;
  }

  /** What the requests before these tell of them, where those are not held themselves. */
  Optional<Neighbours> neighbours() {
    return neighbours;
  }

  /** The prefix blocks of request {@code row}; none when its log has none or they are not held. */
  Optional<BlockIds> blocks(int row) {
    return prefixes.flatMap(all -> all.held().of(row));
  }

  /**
   * The requests whose blocks are held, a session each being what {@link HeldBlocks#groups()} says:
   * all with blocks, or of a side with very many a random share by whole sessions. Request i is
   * that of {@link HeldBlocks#rows()}[i].
   */
  Optional<Traffic> held() {
    return prefixes.map(
        all -> {
          Columns held = columns.at(all.held().rows());
          return new Traffic(
              new Columns(
                  held.arrivals(),
                  held.inputs(),
                  held.outputs(),
                  held.classes(),
                  all.held().groups(),
                  held.tenants()),
              classNames,
              tenantNames,
              true,
              Optional.empty());
        });
  }

  /** How many requests are of a class. */
  int count(String className) {
    int wanted = classNames.indexOf(className);
    int count = 0;
    for (int each : classes()) {
      count += each == wanted ? 1 : 0;
    }
    return count;
  }

  /** How many requests are of each class. */
  SortedMap<String, Long> classCounts() {
    long[] counts = new long[classNames.size()];
    for (int each : classes()) {
      counts[each]++;
    }
    SortedMap<String, Long> ofName = new TreeMap<>();
    for (int i = 0; i < counts.length; i++) {
      ofName.put(classNames.get(i), counts[i]);
    }
    return ofName;
  }

  /** The arrivals of one class, ascending. */
  long[] arrivalsOf(String className) {
    int wanted = classNames.indexOf(className);
    long[] some = new long[count(className)];
    int size = 0;
    for (int row = 0; row < rows(); row++) {
      if (classes()[row] == wanted) {
        some[size++] = arrivals()[row];
      }
    }
    return some;
  }

  /** How many requests arrive by {@code nanos}. */
  int rowsUntil(long nanos) {
    return Ascending.firstFrom(arrivals(), nanos + 1, 0);
  }

  /** The requests of one class, none if there is no such class; without their prefixes. */
  Traffic only(String className) {
    int wanted = classNames.indexOf(className);
    int[] rows = IntStream.range(0, rows()).filter(row -> classes()[row] == wanted).toArray();
    Columns grouped = new Columns(arrivals(), inputs(), outputs(), classes(), groups(), tenants());
    return new Traffic(grouped.at(rows), classNames, tenantNames, sessionsKnown, Optional.empty());
  }

  /** The requests that arrive by {@code nanos}. */
  Traffic until(long nanos) {
    return spanNanos() <= nanos ? this : rows(IntStream.range(0, rowsUntil(nanos)).toArray());
  }

  /**
   * At most about so many requests: a random share of its sessions, or of what {@link #groups()}
   * keeps together. The whole side if it has no more.
   */
  Traffic sampled(int most, SeededStreams streams) {
    if (rows() <= most) {
      return this;
    }
    int[] groups = groups();
    double share = (double) most / rows();
    LongUnaryOperator values = streams.values(SAMPLED);
    return rows(
        IntStream.range(0, rows())
            .filter(row -> SeededStreams.unit(values.applyAsLong(groups[row])) < share)
            .toArray());
  }

  /** Whether any request has prefix blocks. */
  boolean hasBlocks() {
    return prefixes.isPresent();
  }

  /** The requests at {@code rows}, which ascend; hits are those that they had among all. */
  Traffic rows(int[] rows) {
    return new Traffic(
        columns.at(rows),
        classNames,
        tenantNames,
        sessionsKnown,
        prefixes.map(all -> all.at(rows)),
        neighbours.map(all -> all.at(rows)));
  }

  /** A time on a clock of lattice {@code latticeNanos}, see {@link #flooredTo}. */
  static long floored(long nanos, long latticeNanos) {
    return (nanos + latticeNanos / 50) / latticeNanos * latticeNanos;
  }

  /**
   * The same requests on a clock of lattice {@code latticeNanos}: every arrival moved down to it. A
   * clock that itself ticks slightly early, by up to 2 % of the lattice, keeps its ticks.
   */
  Traffic flooredTo(long latticeNanos) {
    long[] floored = new long[rows()];
    for (int i = 0; i < floored.length; i++) {
      floored[i] = floored(arrivals()[i], latticeNanos);
    }
    return new Traffic(
        new Columns(floored, inputs(), outputs(), classes(), sessions(), tenants()),
        classNames,
        tenantNames,
        sessionsKnown,
        prefixes,
        neighbours);
  }
}
