package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;

/**
 * What is to be taken of a long side's rows, so that every task takes the same whatever stretch it
 * reads.
 *
 * @param seed of all choices
 * @param latticeNanos the clock that arrivals are put on; 1 for every nanosecond
 * @param share of the sessions whose requests are held
 * @param keptShares of a class whose sessions are thinned, the share that is kept; declared
 *     what-ifs ask for it
 * @param byBlocks whether requests with a common prompt belong together, as no session is known
 * @param commonBlocks prefix blocks that too many requests have to tell them apart
 * @param tooLarge sessions that are counted, not held: they are too large a part of the side
 * @param tickNanos of counts
 * @param classes counted by themselves
 * @param places stretches of time whose every arrival is taken; none where they are too short
 * @param queued stretches whose requests go through a queue
 * @param lookedFor requests in a row, by their lengths, that are looked for
 * @param pairs single requests, by their lengths, that are looked for
 * @param exactBlocks whether all prefix blocks are held and counted exactly
 */
record DetailPlan(
    long seed,
    long latticeNanos,
    double share,
    TreeMap<String, Double> keptShares,
    boolean byBlocks,
    HashSet<Long> commonBlocks,
    HashSet<Long> tooLarge,
    long tickNanos,
    HashSet<String> classes,
    TimePlaces places,
    TimePlaces queued,
    List<LookedFor> lookedFor,
    long[] pairs,
    boolean exactBlocks)
    implements Serializable {
  private static final long SECOND = 1_000_000_000L;

  /**
   * Requests in a row that are looked for among the first ones of a side.
   *
   * @param pairs input and output of each, see {@link LengthPairs}
   * @param rows how many of the side are looked through
   */
  record LookedFor(long[] pairs, long rows) implements Serializable {}

  DetailPlan {
    lookedFor = List.copyOf(lookedFor);
  }

  /**
   * The width of the stretch whose requests are counted before one. A little more than a second, or
   * than two ticks: where requests come every 10 ms, one that came exactly a second before must not
   * count or not count by the clock's last digit. By 1/269, of a prime, so that no whole number of
   * round gaps makes it up.
   */
  static long windowNanos(long latticeNanos) {
    long window = Math.max(SECOND, 2 * latticeNanos);
    return window + window / 269;
  }

  /** Requests so long before a held one are counted. */
  long windowNanos() {
    return windowNanos(latticeNanos);
  }

  /** How rows are chosen; for one thread. */
  RowChoice choice(BlockScheme.Scope scope) {
    return new RowChoice(this, scope);
  }

  /** The same with no session left out. */
  DetailPlan withAllSessions() {
    return new DetailPlan(
        seed,
        latticeNanos,
        share,
        keptShares,
        byBlocks,
        commonBlocks,
        new HashSet<>(),
        tickNanos,
        classes,
        places,
        queued,
        lookedFor,
        pairs,
        exactBlocks);
  }
}
