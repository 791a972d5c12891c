package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Takes the blocks of requests one by one and makes {@link Prefixes} of them. Holds all blocks
 * until there are more than so many; from then on requests are looked at as they come, and only
 * those of some sessions keep their blocks.
 */
final class PrefixScan {
  /**
   * A block that more than this share of the requests without a session have is a common prompt.
   */
  private static final double COMMON_SHARE = 0.01;

  private static final int FEWEST_COMMON = 20;

  /** What is added to a key that no session has. */
  private static final long ALONE = 0x6a09e667f3bcc909L;

  private final int mostExact;
  private final IntSeries counts = new IntSeries();
  private final IntSeries hits = new IntSeries();
  private IntSeries rows = new IntSeries();
  private LongSeries starts = new LongSeries();
  private LongSeries ids = new LongSeries();
  private LongSeries keys = new LongSeries();
  private Set<Long> common = Set.of();
  private boolean streaming;
  private boolean ascending = true;
  private long lastArrival;
  private long threshold = -1L;
  private CachePass cache = CachePass.exact();

  /** Which holds at most so many blocks. */
  PrefixScan(int mostExact) {
    this.mostExact = mostExact;
  }

  /**
   * Takes the next request with blocks.
   *
   * @param row its number; those left out have no blocks
   * @param session a hash of its session; 0 when it has none
   */
  void add(int row, long arrivalNanos, long session, long[] blocks) {
    ascending &= arrivalNanos >= lastArrival;
    lastArrival = arrivalNanos;
    padTo(row);
    counts.add(blocks.length);
    if (streaming) {
      hits.add(cache.request(blocks, 0, blocks.length));
    }
    long key = streaming ? key(row, session, blocks, 0, blocks.length) : session;
    if (!streaming || isKept(key)) {
      hold(row, key, blocks);
      if (ids.size() > mostExact) {
        if (!streaming) {
          startStreaming();
        }
        thin();
      }
    }
  }

  private void padTo(int row) {
    while (counts.size() < row) {
      counts.add(0);
      if (streaming) {
        hits.add(0);
      }
    }
  }

  private void hold(int row, long key, long[] blocks) {
    rows.add(row);
    starts.add(ids.size());
    keys.add(key);
    for (long id : blocks) {
      ids.add(id);
    }
  }

  private void startStreaming() {
    streaming = true;
    cache = CachePass.sampled();
    HeldBlocks all = grouped();
    int next = 0;
    for (int row = 0; row < counts.size(); row++) {
      hits.add(next < all.size() && all.rows()[next] == row ? look(all, next++) : 0);
    }
  }

  private int look(HeldBlocks all, int at) {
    return cache.request(all.ids(), all.starts()[at], all.starts()[at + 1]);
  }

  /** Keeps half of the sessions, and again until the blocks are no more than half of the most. */
  private void thin() {
    while (ids.size() > mostExact / 2) {
      threshold >>>= 1;
      HeldBlocks before = held();
      LongSeries beforeKeys = keys;
      rows = new IntSeries();
      starts = new LongSeries();
      ids = new LongSeries();
      keys = new LongSeries();
      for (int i = 0; i < before.size(); i++) {
        if (isKept(beforeKeys.get(i))) {
          hold(
              before.rows()[i],
              beforeKeys.get(i),
              Arrays.copyOfRange(before.ids(), before.starts()[i], before.starts()[i + 1]));
        }
      }
    }
  }

  private boolean isKept(long key) {
    return Long.compareUnsigned(SeededStreams.mix(key), threshold) <= 0;
  }

  private HeldBlocks held() {
    int[] rowNumbers = IntStream.range(0, rows.size()).map(rows::get).toArray();
    int[] ends =
        IntStream.rangeClosed(0, rows.size())
            .map(i -> i == rows.size() ? ids.size() : (int) starts.get(i))
            .toArray();
    return new HeldBlocks(rowNumbers, ends, ids.toArray(), new int[0]);
  }

  /** What is held, with the groups, and {@link #keys} those of the groups. */
  private HeldBlocks grouped() {
    HeldBlocks plain = held();
    LongSeries sessions = keys;
    common = commonBlocks(plain, sessions);
    keys = new LongSeries();
    BlockTable numbers = new BlockTable();
    int[] groups = new int[plain.size()];
    for (int i = 0; i < groups.length; i++) {
      keys.add(
          key(
              plain.rows()[i],
              sessions.get(i),
              plain.ids(),
              plain.starts()[i],
              plain.starts()[i + 1]));
      groups[i] = numbers.number(keys.get(i));
    }
    return new HeldBlocks(plain.rows(), plain.starts(), plain.ids(), groups);
  }

  private long key(int row, long session, long[] blocks, int from, int to) {
    return key(row, session, blocks, from, to, common);
  }

  /** What keeps a request together with others: its session, or a prompt that is not common. */
  static long key(long row, long session, long[] blocks, int from, int to, Set<Long> common) {
    if (session != 0) {
      return session;
    }
    for (int i = from; i < to; i++) {
      if (!common.contains(blocks[i])) {
        return SeededStreams.mix(blocks[i]) | 1;
      }
    }
    return alone(row);
  }

  /** The key of a request that belongs to no other. */
  static long alone(long row) {
    return SeededStreams.mix(row ^ ALONE) | 1;
  }

  /** Blocks that are common prompts, of those that were there when they were looked for. */
  Set<Long> common() {
    return common;
  }

  private static Set<Long> commonBlocks(HeldBlocks all, LongSeries sessions) {
    BlockTable numbers = new BlockTable();
    IntSeries firsts = new IntSeries();
    int[] visits = new int[1024];
    int[] lastVisit = new int[1024];
    int without = 0;
    for (int i = 0; i < all.size(); i++) {
      if (sessions.get(i) == 0) {
        without++;
        for (int at = all.starts()[i]; at < all.starts()[i + 1]; at++) {
          int number = numbers.number(all.ids()[at]);
          visits = numbers.roomIn(visits);
          lastVisit = numbers.roomIn(lastVisit);
          if (visits[number] == 0) {
            firsts.add(at);
          }
          // A block that stands twice in a prompt is in one request.
          if (lastVisit[number] != without) {
            lastVisit[number] = without;
            visits[number]++;
          }
        }
      }
    }
    Set<Long> common = new TreeSet<>();
    double most = Math.max(FEWEST_COMMON, COMMON_SHARE * without);
    for (int number = 0; number < numbers.size(); number++) {
      if (visits[number] > most) {
        common.add(all.ids()[firsts.get(number)]);
      }
    }
    return common;
  }

  /**
   * What was found, if any request had blocks.
   *
   * @param order the numbers of the side's requests in order of arrival
   */
  Optional<Prefixes> finish(int[] order) {
    if (ids.size() == 0 && !streaming) {
      return Optional.empty();
    }
    padTo(order.length);
    if (streaming) {
      return Optional.of(streamed());
    }
    HeldBlocks all = grouped();
    HeldBlocks held = ascending ? all : reordered(all, order);
    int[] hitBlocks = new int[order.length];
    for (int i = 0; i < held.size(); i++) {
      hitBlocks[held.rows()[i]] = look(held, i);
    }
    return Optional.of(
        new Prefixes(counts.drain(order), hitBlocks, held, cache.curve(), 1, Optional.empty()));
  }

  private Prefixes streamed() {
    HeldBlocks plain = held();
    BlockTable numbers = new BlockTable();
    int[] groups = IntStream.range(0, plain.size()).map(i -> numbers.number(keys.get(i))).toArray();
    return new Prefixes(
        counts.drain(),
        hits.drain(),
        new HeldBlocks(plain.rows(), plain.starts(), plain.ids(), groups),
        cache.curve(),
        cache.rate(),
        ascending
            ? Optional.empty()
            : Optional.of(
                "its requests are not in order of arrival and have more than "
                    + mostExact
                    + " blocks, which are looked at as they come"));
  }

  /** The same requests by their place in the order of arrival. */
  private static HeldBlocks reordered(HeldBlocks all, int[] order) {
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    int[] sorted =
        IntStream.range(0, all.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> place[all.rows()[i]]))
            .mapToInt(Integer::intValue)
            .toArray();
    return all.of(sorted, IntStream.of(sorted).map(i -> place[all.rows()[i]]).toArray());
  }
}
