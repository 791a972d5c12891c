package dev.facsimile.analyze.fidelity;

import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A side that is too long to be held.
 *
 * @param side with its first requests
 * @param whole where its rows are
 * @param facts what is known of all of them
 * @param commonBlocks prefix blocks that too many of its first requests have to tell them apart
 * @param mostHeld requests that may be held, about
 * @param reads how its rows are read
 */
record LongReading(
    Side side,
    SideStretch whole,
    StretchFacts facts,
    Set<Long> commonBlocks,
    int mostHeld,
    LongRows reads)
    implements SideReading {

  @Override
  public long rows() {
    return facts.rows();
  }

  @Override
  public long spanNanos() {
    return facts.spanNanos();
  }

  @Override
  public SortedMap<String, Long> classCounts() {
    SortedMap<String, Long> counts = new TreeMap<>();
    facts.classes().forEach((name, count) -> counts.put(name, count[0]));
    return counts;
  }

  /** The share of the sessions that may be held. */
  double share() {
    return Math.min(1, (double) mostHeld / facts.rows());
  }

  /** Whether all prefix blocks may be held and counted exactly. */
  boolean blocksExact() {
    return facts.blocks() <= Prefixes.MOST_EXACT;
  }

  /** Sessions that may hold too much of the side to be held. */
  HashSet<Long> largeSessions() {
    HashSet<Long> large = new HashSet<>();
    for (long key : facts.largeSessions().atLeast(Splits.LARGEST_SESSION * facts.rows())) {
      large.add(key);
    }
    return large;
  }
}
