package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.Groupings;
import dev.facsimile.analyze.statistic.MarkedShare;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Random groupings that show how far apart two samples of one source are by chance alone. Each
 * splits a pool of the source's sessions into two halves, {@link Group#HALF} and {@link
 * Group#OTHER_HALF}, and draws as many requests, again by whole sessions, from the other side:
 * {@link Group#DRAWN}. What a distance is between the halves is its noise; between a half and the
 * draw, its value, at the same sample size.
 *
 * <p>The pool numbers the source's requests first and then the other side's. Holds what {@link
 * Groupings} says.
 */
final class Splits {
  /** Splits drawn. */
  static final int COUNT = 40;

  /** At most so many requests a side, so that ratios of long and short traces mean the same. */
  static final int MOST_ROWS = 20_000;

  /** A half of fewer requests or sessions tells nothing. */
  static final int FEWEST = 50;

  /** A session with a larger share of all requests makes halves that are no equals. */
  static final double LARGEST_SESSION = 0.1;

  /** What a request of the pool belongs to in a split. */
  enum Group {
    HALF,
    OTHER_HALF,
    DRAWN
  }

  private final int[] sourceRows;
  private final int[] otherRows;
  private final Groupings groupings;
  private final int rowsPerSide;

  private Splits(Traffic source, Traffic other, SeededStreams streams, int mostRows) {
    Sessions sourceSessions = new Sessions(source);
    Sessions otherSessions = new Sessions(other);
    rowsPerSide = Math.min(mostRows, rowsPerSide(source, other));
    sourceRows =
        sourceSessions.rowsOf(
            sourceSessions.draw(2 * rowsPerSide, streams.stream("fidelity source pool")));
    // Twice a draw, so that the draws differ from each other without costing the whole other side.
    otherRows =
        otherSessions.rowsOf(
            otherSessions.draw(
                Math.min(2 * rowsPerSide, other.rows()), streams.stream("fidelity other pool")));
    Sessions sourcePool = new Sessions(source, sourceRows);
    Sessions otherPool = new Sessions(other, otherRows);
    groupings = new Groupings(sourceRows.length + otherRows.length, sourceRows.length, COUNT);
    int half = sourceRows.length / 2;
    for (int split = 0; split < COUNT; split++) {
      for (int session : sourcePool.draw(half, streams.stream("fidelity half", split))) {
        sourcePool.mark(session, groupings, split, 0);
      }
      for (int session : otherPool.draw(half, streams.stream("fidelity draw", split))) {
        otherPool.mark(session, groupings, split, sourceRows.length);
      }
    }
  }

  /** Splits of two sides that are both large enough, see {@link #tooSmall}. */
  static Splits of(Traffic source, Traffic other, SeededStreams streams) {
    return new Splits(source, other, streams, MOST_ROWS);
  }

  /** The same with fewer than {@link #MOST_ROWS} requests a side, where a distance costs much. */
  static Splits of(Traffic source, Traffic other, SeededStreams streams, int mostRows) {
    return new Splits(source, other, streams, mostRows);
  }

  /** Why the two sides cannot be split, if they cannot. */
  static Optional<String> tooSmall(Traffic source, Traffic other) {
    if (source.rows() < 2 * FEWEST) {
      return Optional.of(
          "the source has " + source.rows() + " requests, expected " + 2 * FEWEST + " or more");
    }
    if (other.rows() < 2 * FEWEST) {
      return Optional.of(
          "the other side has " + other.rows() + " requests, expected " + 2 * FEWEST + " or more");
    }
    return tooFewSessions("the source", source).or(() -> tooFewSessions("the other side", other));
  }

  /** Why a side cannot be split of which the largest session is not held, if it cannot. */
  static Optional<String> largeSession(String name, EveryRequest side) {
    return side.largestShare() > LARGEST_SESSION
        ? Optional.of(largeSession(name, (long) (100 * side.largestShare())))
        : Optional.empty();
  }

  private static String largeSession(String side, long percent) {
    return "one session of "
        + side
        + " holds "
        + percent
        + " % of its requests, so that it has no comparable halves";
  }

  private static Optional<String> tooFewSessions(String side, Traffic traffic) {
    int[] groups = traffic.groups();
    int sessions = Arrays.stream(groups).max().orElse(-1) + 1;
    if (sessions < 2 * FEWEST) {
      return Optional.of(
          side + " has " + sessions + " sessions, expected " + 2 * FEWEST + " or more to split");
    }
    int[] sizes = new int[sessions];
    for (int session : groups) {
      sizes[session]++;
    }
    int largest = Arrays.stream(sizes).max().orElseThrow();
    return largest > LARGEST_SESSION * traffic.rows()
        ? Optional.of(largeSession(side, 100L * largest / traffic.rows()))
        : Optional.empty();
  }

  /** The number of requests in each group of a split of two sides. */
  static int rowsPerSide(Traffic source, Traffic other) {
    return Math.min(MOST_ROWS, Math.min(source.rows() / 2, other.rows()));
  }

  /** Requests a side: what the noise is the noise of. */
  int rowsPerSide() {
    return rowsPerSide;
  }

  /** How many requests of the pool, its first ones, are the source's. */
  int sourceRows() {
    return sourceRows.length;
  }

  /** The source's requests in the pool, ascending; not to be changed. */
  int[] sourcePool() {
    return sourceRows;
  }

  /** The other side's, which follow them. */
  int[] otherPool() {
    return otherRows;
  }

  /** The groups of every request of the pool, in all splits. */
  Groupings groupings() {
    return groupings;
  }

  private boolean in(Group group, int split, int member) {
    boolean marked = groupings.marked(split, member);
    return switch (group) {
      case HALF -> member < sourceRows.length && marked;
      case OTHER_HALF -> member < sourceRows.length && !marked;
      case DRAWN -> member >= sourceRows.length && marked;
    };
  }

  /** The rows of the pool, each in its own side: the source's first. */
  int[] pooledRows() {
    int[] rows = Arrays.copyOf(sourceRows, sourceRows.length + otherRows.length);
    System.arraycopy(otherRows, 0, rows, sourceRows.length, otherRows.length);
    return rows;
  }

  /** A column of the pool. */
  int[] pooled(int[] sourceColumn, int[] otherColumn) {
    int[] pooled = new int[sourceRows.length + otherRows.length];
    for (int i = 0; i < sourceRows.length; i++) {
      pooled[i] = sourceColumn[sourceRows[i]];
    }
    for (int i = 0; i < otherRows.length; i++) {
      pooled[sourceRows.length + i] = otherColumn[otherRows[i]];
    }
    return pooled;
  }

  /** The values of one group in one split. */
  int[] values(int[] pooled, int split, Group group) {
    int[] values = new int[pooled.length];
    int size = 0;
    int from = group == Group.DRAWN ? sourceRows.length : 0;
    int to = group == Group.DRAWN ? pooled.length : sourceRows.length;
    for (int i = from; i < to; i++) {
      if (in(group, split, i)) {
        values[size++] = pooled[i];
      }
    }
    return Arrays.copyOf(values, size);
  }

  /** The difference of the share of rows that are marked with 1, in every split. */
  Measured measureShare(int[] pooledMarks) {
    return measured(new MarkedShare(pooledMarks).distances(groupings));
  }

  /** Distances of the pool, with the size of its groups. */
  Measured measured(Groupings.Distances distances) {
    return new Measured(distances.noise(), distances.value(), rowsPerSide);
  }

  /** What is known of one group of one split. */
  @FunctionalInterface
  interface OfGroup<T> {
    T of(int split, Group group);
  }

  /** A distance in every split, between what is known of two groups. */
  <T> Measured measure(OfGroup<T> known, ToDoubleBiFunction<T, T> distance) {
    double[] noise = new double[COUNT];
    double[] value = new double[COUNT];
    IntStream.range(0, COUNT)
        .parallel()
        .forEach(
            split -> {
              T half = known.of(split, Group.HALF);
              noise[split] = distance.applyAsDouble(half, known.of(split, Group.OTHER_HALF));
              value[split] = distance.applyAsDouble(half, known.of(split, Group.DRAWN));
            });
    return new Measured(noise, value, rowsPerSide);
  }

  /**
   * One distance in every split.
   *
   * @param noise between the two halves of the source
   * @param value between a half of the source and the draw from the other side
   * @param rowsPerSide requests in each of the three
   */
  record Measured(double[] noise, double[] value, int rowsPerSide) {}

  /** Rows by session. */
  private static final class Sessions {
    private final int[] start;
    private final int[] rows;

    Sessions(Traffic traffic) {
      this(traffic.groups(), IntStream.range(0, traffic.rows()).toArray());
    }

    /** Of a pool: sessions and rows are numbered within it. */
    Sessions(Traffic traffic, int[] pool) {
      this(pooledSessions(traffic, pool), IntStream.range(0, pool.length).toArray());
    }

    private Sessions(int[] sessionOfRow, int[] rowNumbers) {
      int count = Arrays.stream(sessionOfRow).max().orElse(-1) + 1;
      start = new int[count + 1];
      for (int session : sessionOfRow) {
        start[session + 1]++;
      }
      for (int session = 0; session < count; session++) {
        start[session + 1] += start[session];
      }
      int[] next = start.clone();
      rows = new int[rowNumbers.length];
      for (int row : rowNumbers) {
        rows[next[sessionOfRow[row]]++] = row;
      }
    }

    private static int[] pooledSessions(Traffic traffic, int[] pool) {
      int[] groups = traffic.groups();
      int[] renumbered = new int[Arrays.stream(groups).max().orElse(-1) + 1];
      int[] sessions = new int[pool.length];
      int count = 0;
      for (int i = 0; i < pool.length; i++) {
        int session = groups[pool[i]];
        if (renumbered[session] == 0) {
          renumbered[session] = ++count;
        }
        sessions[i] = renumbered[session] - 1;
      }
      return sessions;
    }

    /** Random sessions, without repetition, that together hold {@code wanted} rows or just over. */
    int[] draw(int wanted, UniformRandomProvider random) {
      int count = start.length - 1;
      int[] order = IntStream.range(0, count).toArray();
      int drawn = 0;
      for (int have = 0; drawn < count && have < wanted; drawn++) {
        int pick = drawn + random.nextInt(count - drawn);
        int session = order[pick];
        order[pick] = order[drawn];
        order[drawn] = session;
        have += start[session + 1] - start[session];
      }
      return Arrays.copyOf(order, drawn);
    }

    /** The rows of some sessions, ascending. */
    int[] rowsOf(int[] sessions) {
      return Arrays.stream(sessions)
          .flatMap(session -> Arrays.stream(rows, start[session], start[session + 1]))
          .sorted()
          .toArray();
    }

    void mark(int session, Groupings groupings, int split, int offset) {
      for (int i = start[session]; i < start[session + 1]; i++) {
        groupings.mark(split, offset + rows[i]);
      }
    }
  }
}
