package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.HitRatioCurve;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a {@link DetailPlan} takes of the prefix blocks of a whole long side. A cache knows what
 * came before, so that one task goes through all of them. Holds what {@link CachePass} does, and
 * the blocks of some sessions.
 */
final class PrefixDetail implements Serializable {
  private static final long serialVersionUID = 1;

  /** Of the requests that {@link StretchDetail} holds, in their order. */
  final IntSeries blockCounts = new IntSeries();

  final IntSeries hits = new IntSeries();

  /** Of the requests in the queue, in their order. */
  final IntSeries queuedHits = new IntSeries();

  /** Requests whose blocks are held, and their columns. */
  private Held held = new Held();

  private final Names classNames = new Names();
  private final Names tenantNames = new Names();
  private HitRatioCurve lru = new HitRatioCurve();
  private double rate = 1;
  private long requests;
  private long allBlocks;
  private long hitBlocks;
  private long tokens;
  private long hitTokens;
  private double shares;

  /** Requests with their blocks. */
  private static final class Held implements Serializable {
    private static final long serialVersionUID = 1;

    private final LongSeries arrivals = new LongSeries();
    private final IntSeries inputs = new IntSeries();
    private final IntSeries outputs = new IntSeries();
    private final IntSeries classes = new IntSeries();
    private final IntSeries tenants = new IntSeries();
    private final IntSeries hits = new IntSeries();
    private final LongSeries keys = new LongSeries();
    private final LongSeries starts = new LongSeries();
    private final LongSeries ids = new LongSeries();

    private void add(
        long arrival, int input, int output, int ofClass, int tenant, int hit, long key) {
      arrivals.add(arrival);
      inputs.add(input);
      outputs.add(output);
      classes.add(ofClass);
      tenants.add(tenant);
      hits.add(hit);
      keys.add(key);
      starts.add(ids.size());
    }

    private int end(int row) {
      return row + 1 < keys.size() ? (int) starts.get(row + 1) : ids.size();
    }

    private void addOf(Held other, int row) {
      add(
          other.arrivals.get(row),
          other.inputs.get(row),
          other.outputs.get(row),
          other.classes.get(row),
          other.tenants.get(row),
          other.hits.get(row),
          other.keys.get(row));
      for (int i = (int) other.starts.get(row); i < other.end(row); i++) {
        ids.add(other.ids.get(i));
      }
    }
  }

  /** Takes all rows of the side, in order. */
  static final class Reader implements RowTaker {
    private final DetailPlan plan;
    private final Optional<BlockScheme> scheme;
    private final RowChoice choice;
    private final TimePlaces.Walk queued;
    private final CachePass cache;
    private final PrefixDetail detail = new PrefixDetail();
    private long threshold = -1L;
    private long row;

    Reader(DetailPlan plan, Optional<BlockScheme> scheme) {
      this.plan = plan;
      this.scheme = scheme;
      this.choice = plan.choice(scheme.map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL));
      this.queued = plan.queued().new Walk();
      this.cache = plan.exactBlocks() ? CachePass.exact() : CachePass.sampled();
    }

    @Override
    public void row(
        long arrivalNanos,
        String requestClass,
        String tenant,
        String session,
        int input,
        int output,
        long[] rowBlocks) {
      long number = row++;
      long known = session.isEmpty() ? 0 : TrafficBuilder.hash(session);
      long[] blocks = choice.blocks(number, tenant, session, rowBlocks);
      int found = 0;
      if (blocks.length > 0) {
        found = cache.request(blocks, 0, blocks.length);
        tally(input, blocks.length, found);
      }
      long key = choice.key(number, known, blocks);
      if (!choice.keeps(requestClass, key)) {
        return;
      }
      long arrival = choice.arrival(arrivalNanos);
      if (choice.sampled(key)) {
        detail.blockCounts.add(blocks.length);
        detail.hits.add(found);
      }
      if (queued.of(arrival) >= 0) {
        detail.queuedHits.add(found);
      }
      long blockKey = choice.blockKey(number, known, blocks);
      if (blocks.length > 0 && isKept(blockKey)) {
        detail.held.add(
            arrival,
            input,
            output,
            detail.classNames.number(requestClass),
            detail.tenantNames.number(tenant),
            found,
            blockKey);
        for (long id : blocks) {
          detail.held.ids.add(id);
        }
        thin();
      }
    }

    private void tally(int input, int blocks, int found) {
      detail.requests++;
      detail.allBlocks += blocks;
      detail.hitBlocks += found;
      if (scheme.isPresent()) {
        int hit = scheme.get().tokensIn(found, input);
        detail.tokens += input;
        detail.hitTokens += hit;
        detail.shares += input == 0 ? 0 : (double) hit / input;
      }
    }

    /** Keeps half of the sessions, and again until the blocks are no more than half of the most. */
    private void thin() {
      if (detail.held.ids.size() <= Prefixes.MOST_EXACT) {
        return;
      }
      while (detail.held.ids.size() > Prefixes.MOST_EXACT / 2) {
        threshold >>>= 1;
        Held before = detail.held;
        detail.held = new Held();
        for (int i = 0; i < before.keys.size(); i++) {
          if (isKept(before.keys.get(i))) {
            detail.held.addOf(before, i);
          }
        }
      }
    }

    private boolean isKept(long key) {
      return Long.compareUnsigned(SeededStreams.mix(key), threshold) <= 0;
    }

    /** All rows were taken. */
    PrefixDetail ended() {
      detail.lru = cache.curve();
      detail.rate = cache.rate();
      return detail;
    }
  }

  /** What the requests that {@link StretchDetail} holds have of all this; without their blocks. */
  Prefixes ofSample(int[] groups) {
    int[] counts = blockCounts.drain();
    int[] rows = IntStream.range(0, counts.length).filter(row -> counts[row] > 0).toArray();
    int[] groupOf = IntStream.of(rows).map(row -> groups[row]).toArray();
    BlockTable numbers = new BlockTable();
    for (int i = 0; i < groupOf.length; i++) {
      groupOf[i] = numbers.number(groupOf[i]);
    }
    HeldBlocks none = new HeldBlocks(rows, new int[rows.length + 1], new long[0], groupOf);
    return new Prefixes(counts, hits.drain(), none, lru, rate, Optional.empty());
  }

  /** The requests whose blocks are held. */
  Traffic withBlocks() {
    int size = held.keys.size();
    BlockTable numbers = new BlockTable();
    int[] groups = IntStream.range(0, size).map(i -> numbers.number(held.keys.get(i))).toArray();
    int[] starts =
        IntStream.rangeClosed(0, size)
            .map(i -> i == size ? held.ids.size() : (int) held.starts.get(i))
            .toArray();
    int[] counts = IntStream.range(0, size).map(i -> starts[i + 1] - starts[i]).toArray();
    HeldBlocks blocks =
        new HeldBlocks(IntStream.range(0, size).toArray(), starts, held.ids.toArray(), groups);
    return new Traffic(
        new Traffic.Columns(
            held.arrivals.toArray(),
            held.inputs.drain(),
            held.outputs.drain(),
            held.classes.drain(),
            groups,
            held.tenants.drain()),
        classNames.list(),
        tenantNames.list(),
        true,
        Optional.of(new Prefixes(counts, held.hits.drain(), blocks, lru, rate, Optional.empty())));
  }

  /** Hits of all requests in an infinite cache. */
  HitShares hitShares() {
    return new HitShares(
        requests,
        allBlocks == 0 ? 0 : (double) hitBlocks / allBlocks,
        tokens == 0 ? 0 : (double) hitTokens / tokens,
        requests == 0 ? 0 : shares / requests);
  }
}
