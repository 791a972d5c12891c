package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The requests of one side of a comparison as columns, in order of arrival. Holds them all: 24
 * bytes a request, and its prefix blocks where it has some.
 */
public final class Traffic {
  /** The class of a request that has none. */
  public static final String UNCLASSIFIED = "unclassified";

  private final long[] arrivals;
  private final int[] inputs;
  private final int[] outputs;
  private final int[] classes;
  private final int[] sessions;
  private final List<String> classNames;
  private final List<BlockIds> blocks;

  private Traffic(
      long[] arrivals,
      int[] inputs,
      int[] outputs,
      int[] classes,
      int[] sessions,
      List<String> classNames,
      List<BlockIds> blocks) {
    this.arrivals = arrivals;
    this.inputs = inputs;
    this.outputs = outputs;
    this.classes = classes;
    this.sessions = sessions;
    this.classNames = classNames;
    this.blocks = blocks;
  }

  /** Requests in any order, each with both lengths known. */
  public static Traffic of(List<Request> requests) {
    Builder builder = new Builder();
    requests.forEach(builder::add);
    return builder.build();
  }

  public int rows() {
    return arrivals.length;
  }

  /** Arrival times in nanoseconds, ascending; not to be changed. */
  long[] arrivals() {
    return arrivals;
  }

  /** The last arrival, nanoseconds; 0 without requests. */
  public long spanNanos() {
    return arrivals.length == 0 ? 0 : arrivals[arrivals.length - 1];
  }

  /** Input tokens of every request; not to be changed. */
  int[] inputs() {
    return inputs;
  }

  /** Output tokens of every request; not to be changed. */
  int[] outputs() {
    return outputs;
  }

  /** The class of every request, as an index into {@link #classNames()}; not to be changed. */
  int[] classes() {
    return classes;
  }

  /** The session of every request, from 0; one without a session is its own. Not to be changed. */
  int[] sessions() {
    return sessions;
  }

  /** The number of sessions, a request without one counted as one. */
  public int sessionCount() {
    return IntStream.of(sessions).max().orElse(-1) + 1;
  }

  /** The classes, in order of their first request. */
  public List<String> classNames() {
    return classNames;
  }

  /** The prefix blocks of request {@code row}; none when its log has none. */
  Optional<BlockIds> blocks(int row) {
    return Optional.ofNullable(blocks.get(row));
  }

  /** How many requests are of a class. */
  int count(String className) {
    int wanted = classNames.indexOf(className);
    return wanted < 0 ? 0 : (int) IntStream.of(classes).filter(c -> c == wanted).count();
  }

  /** The requests of one class, none if there is no such class. */
  Traffic only(String className) {
    int wanted = classNames.indexOf(className);
    return rows(IntStream.range(0, rows()).filter(row -> classes[row] == wanted).toArray());
  }

  /** The requests that arrive by {@code nanos}. */
  Traffic until(long nanos) {
    return spanNanos() <= nanos
        ? this
        : rows(IntStream.range(0, rows()).takeWhile(row -> arrivals[row] <= nanos).toArray());
  }

  /** Whether any request has prefix blocks. */
  boolean hasBlocks() {
    return blocks.stream().anyMatch(Objects::nonNull);
  }

  /** The requests at {@code rows}, which ascend. */
  Traffic rows(int[] rows) {
    List<BlockIds> kept = new ArrayList<>(rows.length);
    int[] renumbered = new int[sessionCount()];
    int sessionsKept = 0;
    int[] keptSessions = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      kept.add(blocks.get(rows[i]));
      int session = sessions[rows[i]];
      if (renumbered[session] == 0) {
        renumbered[session] = ++sessionsKept;
      }
      keptSessions[i] = renumbered[session] - 1;
    }
    return new Traffic(
        IntStream.of(rows).mapToLong(row -> arrivals[row]).toArray(),
        IntStream.of(rows).map(row -> inputs[row]).toArray(),
        IntStream.of(rows).map(row -> outputs[row]).toArray(),
        IntStream.of(rows).map(row -> classes[row]).toArray(),
        keptSessions,
        classNames,
        kept);
  }

  /**
   * The same requests on a clock of lattice {@code latticeNanos}: every arrival moved down to it. A
   * clock that itself ticks slightly early, by up to 2 % of the lattice, keeps its ticks.
   */
  Traffic flooredTo(long latticeNanos) {
    long early = latticeNanos / 50;
    long[] floored = new long[arrivals.length];
    for (int i = 0; i < floored.length; i++) {
      floored[i] = (arrivals[i] + early) / latticeNanos * latticeNanos;
    }
    return new Traffic(floored, inputs, outputs, classes, sessions, classNames, blocks);
  }

  /** Takes requests one by one. */
  static final class Builder {
    private final LongSeries arrivals = new LongSeries();
    private final LongSeries lengths = new LongSeries();
    private final LongSeries places = new LongSeries();
    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<String, Integer> sessions = new HashMap<>();
    private final List<String> classNames = new ArrayList<>();
    private final List<BlockIds> blocks = new ArrayList<>();
    private int nextSession;

    /** Adds a request that arrives when it says. */
    void add(Request request) {
      add(request, request.arrivalNanos());
    }

    /** Adds a request that arrives at {@code arrivalNanos}. */
    void add(Request request, long arrivalNanos) {
      arrivals.add(arrivalNanos);
      lengths.add(
          pair(request.tokens().input().orElseThrow(), request.tokens().output().orElseThrow()));
      places.add(pair(classOf(request), sessionOf(request)));
      blocks.add(request.prefixBlocks().orElse(null));
    }

    int rows() {
      return arrivals.size();
    }

    private int classOf(Request request) {
      String name = request.requestClass().orElse(UNCLASSIFIED);
      return classes.computeIfAbsent(
          name,
          added -> {
            classNames.add(added);
            return classNames.size() - 1;
          });
    }

    private int sessionOf(Request request) {
      Optional<String> id = request.conversation().sessionId();
      return id.isPresent()
          ? sessions.computeIfAbsent(id.get(), added -> nextSession++)
          : nextSession++;
    }

    Traffic build() {
      int n = arrivals.size();
      int[] order = order();
      List<BlockIds> sortedBlocks = new ArrayList<>(n);
      for (int row : order) {
        sortedBlocks.add(blocks.get(row));
      }
      return new Traffic(
          IntStream.of(order).mapToLong(arrivals::get).toArray(),
          IntStream.of(order).map(row -> high(lengths.get(row))).toArray(),
          IntStream.of(order).map(row -> (int) lengths.get(row)).toArray(),
          IntStream.of(order).map(row -> high(places.get(row))).toArray(),
          IntStream.of(order).map(row -> (int) places.get(row)).toArray(),
          List.copyOf(classNames),
          sortedBlocks);
    }

    /** Row numbers by arrival; rows of one arrival keep their order. */
    private int[] order() {
      int n = arrivals.size();
      boolean ascending = true;
      for (int i = 1; i < n && ascending; i++) {
        ascending = arrivals.get(i) >= arrivals.get(i - 1);
      }
      IntStream rows = IntStream.range(0, n);
      return ascending
          ? rows.toArray()
          : rows.boxed()
              .sorted((a, b) -> Long.compare(arrivals.get(a), arrivals.get(b)))
              .mapToInt(Integer::intValue)
              .toArray();
    }

    private static long pair(int high, int low) {
      return (long) high << 32 | low;
    }

    private static int high(long pair) {
      return (int) (pair >> 32);
    }
  }
}
