package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.trace.ScopedBlocks;
import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.BlockScheme.Scope;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Takes requests one by one and makes {@link Traffic} of them. Session ids are told apart by a
 * 64-bit hash: among ten million of them two are taken for one with a probability of 3 in a
 * million.
 */
final class TrafficBuilder {
  /** Before the number of a row that is its own session; no session id holds a line's end. */
  private static final String ALONE = "row\n";

  private final IntSeries arrivalSeconds = new IntSeries();
  private final IntSeries arrivalNanos = new IntSeries();
  private final IntSeries inputs = new IntSeries();
  private final IntSeries outputs = new IntSeries();
  private final IntSeries classes = new IntSeries();
  private final IntSeries sessions = new IntSeries();
  private final IntSeries tenants = new IntSeries();
  private final Names classNames = new Names();
  private final Names tenantNames = new Names();
  private BlockTable sessionNumbers = BlockTable.dense();
  private IntSeries numberOfKnown = new IntSeries();
  private final PrefixScan prefixes;
  private final Scope scope;
  private int sessionCount;
  private long lastArrival;
  private boolean ascending = true;

  /** Whose block ids are valid everywhere. */
  TrafficBuilder() {
    this(Scope.GLOBAL, Prefixes.MOST_EXACT);
  }

  /**
   * Whose block ids are valid as the scheme says; everywhere without one.
   *
   * @param mostExact blocks that are held and counted exactly
   */
  TrafficBuilder(Optional<BlockScheme> scheme, int mostExact) {
    this(scheme.map(BlockScheme::scope).orElse(Scope.GLOBAL), mostExact);
  }

  private TrafficBuilder(Scope scope, int mostExact) {
    this.scope = scope;
    this.prefixes = new PrefixScan(mostExact);
  }

  /** Adds a request, with both lengths known, that arrives at {@code arrival}. */
  void add(Request request, long arrival) {
    add(LoadRow.of(request).at(arrival));
  }

  /** Adds a request with both lengths known. */
  void add(LoadRow request) {
    int row = inputs.size();
    long arrival = request.arrivalNanos();
    ascending &= arrival >= lastArrival;
    lastArrival = arrival;
    arrivalSeconds.add((int) (arrival / 1_000_000_000L));
    arrivalNanos.add((int) (arrival % 1_000_000_000L));
    inputs.add(request.input().orElseThrow());
    outputs.add(request.output().orElseThrow());
    classes.add(classNames.number(request.requestClass().orElse(Traffic.UNCLASSIFIED)));
    tenants.add(tenantNames.number(request.tenant().orElse("")));
    long session = request.sessionId().map(TrafficBuilder::hash).orElse(0L);
    sessions.add(session == 0 ? sessionCount++ : numberOf(session));
    if (request.prefixBlocks().length > 0) {
      prefixes.add(
          row,
          arrival,
          session,
          scoped(
              scope,
              row,
              request.tenant().orElse(""),
              request.sessionId().orElse(""),
              request.prefixBlocks()));
    }
  }

  /**
   * The blocks of a request with ids that are valid everywhere.
   *
   * @param row its number, where it has no session
   */
  static long[] scoped(Scope scope, long row, String tenant, String session, long[] blocks) {
    return switch (scope) {
      case GLOBAL -> blocks;
      case TENANT -> ScopedBlocks.within(tenant, blocks);
      case SESSION -> ScopedBlocks.within(session.isEmpty() ? ALONE + row : session, blocks);
    };
  }

  /** Blocks that too many requests have to tell them apart; known once it is built. */
  Set<Long> commonBlocks() {
    return prefixes.common();
  }

  private int numberOf(long session) {
    int known = sessionNumbers.number(session);
    if (known == numberOfKnown.size()) {
      numberOfKnown.add(sessionCount++);
    }
    return numberOfKnown.get(known);
  }

  /** A session id as 64 bits; never 0. */
  static long hash(String id) {
    long hash = id.length();
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
      hash ^= hash >>> 29;
    }
    return SeededStreams.mix(hash) | 1;
  }

  int rows() {
    return inputs.size();
  }

  Traffic build() {
    boolean sessionsKnown = sessionNumbers.size() > 0;
    // Their room is needed for what follows.
    sessionNumbers = BlockTable.dense();
    numberOfKnown = new IntSeries();
    int[] seconds = arrivalSeconds.drain();
    int[] nanos = arrivalNanos.drain();
    long[] arrivals = new long[seconds.length];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = seconds[i] * 1_000_000_000L + nanos[i];
    }
    int[] order = order(arrivals);
    Optional<Prefixes> found = prefixes.finish(order);
    return new Traffic(
        new Traffic.Columns(
            ascending ? arrivals : ColumnRows.of(arrivals, order),
            sorted(inputs, order),
            sorted(outputs, order),
            sorted(classes, order),
            sorted(sessions, order),
            sorted(tenants, order)),
        classNames.list(),
        tenantNames.list(),
        sessionsKnown,
        found);
  }

  private int[] sorted(IntSeries column, int[] order) {
    return ascending ? column.drain() : column.drain(order);
  }

  /** Row numbers by arrival; rows of one arrival keep their order. */
  private int[] order(long[] arrivals) {
    IntStream rows = IntStream.range(0, arrivals.length);
    return ascending
        ? rows.toArray()
        : rows.boxed()
            .sorted(Comparator.comparingLong(row -> arrivals[row]))
            .mapToInt(Integer::intValue)
            .toArray();
  }
}
