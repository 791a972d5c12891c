package dev.facsimile.analyze.fidelity;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What axes that look at every request ask of a side: the same of one that is held whole and of one
 * that is too long for that.
 */
interface EveryRequest {

  /** The number of requests. */
  long rows();

  /** The last arrival, nanoseconds. */
  long spanNanos();

  /**
   * The share of its requests that the largest session holds of those that are counted, not held; 0
   * where there is none.
   */
  default double largestShare() {
    return 0;
  }

  /** Its arrivals counted; to be asked by one thread. */
  ArrivalCounts counts();

  /** Those of one class, each to be asked by one thread. */
  Supplier<ArrivalCounts> countsOf(String className);

  /** Its arrivals, or at least all within some stretches of time; ascending. */
  long[] arrivalsIn(TimePlaces places);

  /** What goes through a queue in some stretches. */
  QueuedRows queued(TimePlaces places);

  /** Its first requests, with their blocks; all where it is held. */
  Traffic head();

  /** The requests whose blocks are held; all where it is held. */
  Traffic withBlocks();

  /** How many of some requests in a row occur in it. */
  Shingles.Replayed replayed(long[] others);

  /** How much of its later half, at most so many requests, its earlier half holds. */
  double laterReplayed(int most);

  /** The share of some requests, by their lengths, that occur in it. */
  double shareOf(long[] pairs);

  /** A side that is held. */
  record Held(Traffic traffic) implements EveryRequest {
    @Override
    public long rows() {
      return traffic.rows();
    }

    @Override
    public long spanNanos() {
      return traffic.spanNanos();
    }

    @Override
    public ArrivalCounts counts() {
      return ArrivalCounts.of(traffic.arrivals());
    }

    @Override
    public Supplier<ArrivalCounts> countsOf(String className) {
      long[] arrivals = traffic.arrivalsOf(className);
      return () -> ArrivalCounts.of(arrivals);
    }

    @Override
    public long[] arrivalsIn(TimePlaces places) {
      return traffic.arrivals();
    }

    @Override
    public QueuedRows queued(TimePlaces places) {
      return QueuedRows.of(traffic, places);
    }

    @Override
    public Traffic head() {
      return traffic;
    }

    @Override
    public Traffic withBlocks() {
      return traffic;
    }

    @Override
    public Shingles.Replayed replayed(long[] others) {
      return new Shingles(others).in(sequence(traffic.rows()));
    }

    private Shingles.Sequence sequence(int rows) {
      return new Shingles.Sequence(rows, row -> LengthPairs.of(traffic, row));
    }

    @Override
    public double laterReplayed(int most) {
      int middle = traffic.rows() / 2;
      long[] later = LengthPairs.of(traffic, middle, Math.min(traffic.rows(), middle + most));
      return new Shingles(later).in(sequence(middle)).share();
    }

    @Override
    public double shareOf(long[] pairs) {
      return new LengthPairs(LengthPairs.of(traffic)).shareIn(pairs);
    }
  }

  /** The ids of the blocks that are held, if any are. */
  default Optional<long[]> heldIds() {
    return withBlocks().prefixes().map(all -> all.held().ids());
  }

  /** Input and output of its first requests, at most so many. */
  default long[] firstPairs(int most) {
    return LengthPairs.of(head(), 0, Math.min(head().rows(), most));
  }

  /** Refuses to answer what was not planned. */
  static void requirePlanned(long[] asked, long[] planned) {
    if (!Arrays.equals(asked, planned)) {
      throw new IllegalStateException("other requests are asked for than were looked for");
    }
  }
}
