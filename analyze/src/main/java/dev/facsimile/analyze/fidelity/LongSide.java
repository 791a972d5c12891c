package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A side that is too long to be held: a random share of its sessions, and what was taken of every
 * request for the axes that ask for it. Its size depends on the plan, on the time and on the number
 * of classes, not on the number of requests.
 */
final class LongSide implements EveryRequest {
  private final DetailPlan plan;
  private final long rows;
  private final long rowsRead;
  private final long lastNanos;
  private final long spanNanos;
  private final Traffic head;
  private final Traffic sample;
  private final Optional<Traffic> withBlocks;
  private final Optional<HitShares> hits;
  private final ArrivalCounts counts;
  private final Map<String, ArrivalCounts> classCounts = new TreeMap<>();
  private final long[] placed;
  private final QueuedRows queued;
  private final List<Shingles.Seen> seen = new ArrayList<>();
  private final BitSet pairsFound = new BitSet();
  private final double largestShare;

  /**
   * Puts together what was taken.
   *
   * @param rows requests, those left by declared what-ifs only
   * @param sessionsKnown whether any request says which session it belongs to
   * @param rowsRead requests before anything was left out
   * @param lastNanos the last arrival as it was read
   * @param spanNanos the last arrival, on the source's clock
   * @param head its first requests, on that clock
   * @param stretches in the order of their rows; emptied
   * @param blocks what was taken of its prefix blocks, if it has any
   */
  LongSide(
      DetailPlan plan,
      long rows,
      boolean sessionsKnown,
      long rowsRead,
      long lastNanos,
      long spanNanos,
      Traffic head,
      List<StretchDetail> stretches,
      Optional<PrefixDetail> blocks) {
    this.plan = plan;
    this.rows = rows;
    this.rowsRead = rowsRead;
    this.lastNanos = lastNanos;
    this.spanNanos = spanNanos;
    this.head = head;
    this.hits = blocks.map(PrefixDetail::hitShares);
    this.withBlocks = blocks.map(PrefixDetail::withBlocks);
    this.placed = LongSamples.longs(stretches, detail -> detail.placed);
    this.queued = LongSamples.queued(stretches, blocks);
    List<TickCounts> ticks = new ArrayList<>();
    Map<String, List<TickCounts>> classTicks = new TreeMap<>();
    long counted = 0;
    TreeMap<Long, Long> large = new TreeMap<>();
    for (StretchDetail each : stretches) {
      counted += each.rows;
      ticks.add(each.ticks);
      each.classTicks.forEach(
          (name, counts) ->
              classTicks.computeIfAbsent(name, added -> new ArrayList<>()).add(counts));
      addSeen(each.seen);
      pairsFound.or(each.pairsFound);
      each.tooLarge.forEach((key, count) -> large.merge(key, count, Long::sum));
    }
    this.counts = TickCounts.together(ticks, plan.tickNanos());
    classTicks.forEach(
        (name, some) -> classCounts.put(name, TickCounts.together(some, plan.tickNanos())));
    long largest = large.values().stream().mapToLong(Long::longValue).max().orElse(0);
    this.largestShare = counted == 0 ? 0 : (double) largest / counted;
    this.sample = LongSamples.sample(stretches, sessionsKnown, blocks);
  }

  private void addSeen(List<Shingles.Seen> some) {
    for (int i = 0; i < some.size(); i++) {
      if (i == seen.size()) {
        seen.add(some.get(i));
      } else {
        seen.get(i).add(some.get(i));
      }
    }
  }

  /** The requests that are held: those of a random share of its sessions. */
  Traffic sample() {
    return sample;
  }

  /** Hits of all requests in an infinite cache, if they have blocks. */
  Optional<HitShares> hits() {
    return hits;
  }

  /** About how many sessions it has, a request without one counted as one. */
  long sessions() {
    return Math.round(sample.sessionCount() / plan.share()) + plan.tooLarge().size();
  }

  /** Its requests before what-ifs left any out. */
  long rowsRead() {
    return rowsRead;
  }

  /** The last arrival on its own clock, nanoseconds. */
  long lastNanos() {
    return lastNanos;
  }

  @Override
  public double largestShare() {
    return largestShare;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public long spanNanos() {
    return spanNanos;
  }

  @Override
  public ArrivalCounts counts() {
    return counts;
  }

  @Override
  public Supplier<ArrivalCounts> countsOf(String className) {
    return () -> classCounts.get(className);
  }

  @Override
  public long[] arrivalsIn(TimePlaces places) {
    if (!places.same(plan.places())) {
      throw new IllegalStateException("other stretches of time are asked for than were taken");
    }
    return placed;
  }

  @Override
  public QueuedRows queued(TimePlaces places) {
    if (!places.same(plan.queued())) {
      throw new IllegalStateException("another queue is asked for than was taken");
    }
    return queued;
  }

  @Override
  public Traffic head() {
    return head;
  }

  @Override
  public Traffic withBlocks() {
    return withBlocks.orElse(sample);
  }

  @Override
  public Shingles.Replayed replayed(long[] others) {
    EveryRequest.requirePlanned(others, plan.lookedFor().get(0).pairs());
    return new Shingles(others).among(seen.get(0), rows);
  }

  @Override
  public double laterReplayed(int most) {
    DetailPlan.LookedFor later = plan.lookedFor().get(1);
    return new Shingles(later.pairs()).among(seen.get(1), later.rows()).share();
  }

  @Override
  public double shareOf(long[] pairs) {
    EveryRequest.requirePlanned(pairs, plan.pairs());
    return LongSamples.shareOf(pairs, pairsFound);
  }
}
