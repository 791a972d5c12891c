package dev.facsimile.analyze.cache;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.Arrays;

/**
 * The hit-ratio curve of prefix caches that evict the least recently used block, for all capacities
 * in one pass. All blocks of a request are looked up in the state before it; then they are touched,
 * the deepest first and the first block last, as engines do: what hits is a prefix at every
 * capacity.
 *
 * <p>{@link #exact} holds about 80 bytes for each distinct block. {@link #hotExact} samples
 * distinct blocks by a hash of their id (SHARDS: Waldspurger et al., "Efficient MRC construction
 * with SHARDS", FAST 2015), each standing for 1 ÷ rate blocks. A system prompt can be a tenth of
 * all hits, and one such block in the sample would ruin it; so blocks that are counted among the
 * most frequent stand for themselves, sampled or not, as long as they are. When more than the given
 * number are tracked, the rate is halved.
 */
public final class StackDistances {
  /** A block is hot from its so many-th counted hit on. */
  private static final int HOT = 16;

  private final boolean exact;
  private final long hashSeed;
  private final int mostTracked;
  private final FrequentBlocks frequent;
  private final LruStack stack = new LruStack();

  /** Hits of single blocks: of all when exact, else of the hot ones. */
  private final HitRatioCurve counted = new HitRatioCurve();

  private final HitRatioCurve sampled = new HitRatioCurve();
  private double references;
  private double allHits;
  private BlockTable tracked = new BlockTable();
  private long[] ids = new long[1024];
  private double rate;

  private StackDistances(boolean exact, double rate, int hot, int mostTracked, long seed) {
    this.exact = exact;
    this.rate = rate;
    this.mostTracked = mostTracked;
    this.hashSeed = SeededStreams.mix(seed);
    this.frequent = new FrequentBlocks(hot, this::cool);
  }

  /** Every block tracked. */
  public static StackDistances exact() {
    return new StackDistances(true, 1, 1, Integer.MAX_VALUE, 0);
  }

  /**
   * Hot blocks and a sample.
   *
   * @param rate share of the other blocks that is tracked, over 0 and at most 1
   * @param hot how many frequent blocks are counted
   * @param mostTracked sampled blocks at most, before the rate is halved
   * @param seed of the sampling hash
   */
  public static StackDistances hotExact(double rate, int hot, int mostTracked, long seed) {
    return new StackDistances(false, rate, hot, mostTracked, seed);
  }

  /**
   * Takes the next request.
   *
   * @param blocks its blocks are those from {@code from} to before {@code to}
   * @param hits how many of them hit in an infinite cache
   */
  public void request(long[] blocks, int from, int to, int hits) {
    references += to - from;
    allHits += hits;
    long deepest = 0;
    for (int i = from; i < from + hits; i++) {
      int element = mayBeTracked(blocks[i]) ? tracked.indexOf(blocks[i]) : -1;
      if (element >= 0 && stack.contains(element)) {
        long distance = Math.round(stack.heavyAbove(element) + stack.lightAbove(element) / rate);
        // Where ids do not name whole prefixes, a block may lie above the one before it.
        deepest = exact ? Math.max(deepest, distance) : distance;
        if (exact || stack.isHeavy(element)) {
          counted.addHit(deepest, 1);
        } else {
          sampled.addHit(deepest, 1 / rate);
        }
      }
    }
    for (int i = to - 1; i >= from; i--) {
      touch(blocks[i], i < from + hits);
    }
    if (stack.lightSize() > mostTracked) {
      halveRate();
    }
  }

  private void touch(long id, boolean hit) {
    boolean hot = !exact && hit && frequent.count(id) >= HOT;
    if (hot || isSampled(id)) {
      int element = tracked.number(id);
      if (element == ids.length) {
        ids = Arrays.copyOf(ids, 2 * ids.length);
      }
      ids[element] = id;
      stack.touch(element, hot);
    }
  }

  /** Most blocks are neither in the sample nor hot: the large table need not be asked for them. */
  private boolean mayBeTracked(long id) {
    return isSampled(id) || frequent.contains(id);
  }

  private boolean isSampled(long id) {
    return exact || SeededStreams.unit(SeededStreams.mix(id ^ hashSeed)) < rate;
  }

  /** A block is no longer among the frequent ones. */
  private void cool(long id) {
    int element = tracked.indexOf(id);
    if (element >= 0 && stack.contains(element) && stack.isHeavy(element)) {
      if (isSampled(id)) {
        stack.lighten(element);
      } else {
        stack.remove(element);
      }
    }
  }

  private void halveRate() {
    rate /= 2;
    long[] oldIds = ids;
    int[] kept = stack.retain(element -> stack.isHeavy(element) || isSampled(oldIds[element]));
    tracked = new BlockTable();
    ids = new long[Math.max(1024, kept.length)];
    for (int old : kept) {
      int element = tracked.number(oldIds[old]);
      ids[element] = oldIds[old];
    }
  }

  /** The share of blocks that is tracked, hot ones aside; 1 when exact. */
  public double rate() {
    return rate;
  }

  /**
   * The curve of the requests so far. The sampled hits are scaled so that an infinite cache has as
   * many as were counted: how many blocks a hash happens to take then matters little.
   */
  public HitRatioCurve curve() {
    HitRatioCurve curve = new HitRatioCurve();
    curve.addReferences(references);
    curve.addHits(counted, 1);
    double estimated = sampled.allHits();
    curve.addHits(sampled, estimated == 0 ? 0 : (allHits - counted.allHits()) / estimated);
    return curve;
  }
}
