package dev.facsimile.analyze.run;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.stats.PrefixHits;
import java.util.OptionalDouble;

/**
 * Prompt tokens that the server took from its cache, against those that an infinite cache, cold at
 * the start, could have given for the prefix blocks that were sent. Holds every distinct block.
 *
 * <p>Block ids stand for whole prefixes, so that the planned share does not depend on the order.
 */
final class CacheTally {
  private static final int PARTS = 10;

  private final long partNanos;
  private final int blockTokens;
  private final PrefixHits planned = new PrefixHits();
  private final long[] cached = new long[PARTS];
  private final long[] input = new long[PARTS];
  private long told;
  private long plannedRequests;

  /**
   * Realised against planned prefix hits.
   *
   * @param requestsTold dispatched requests of which the server told the cached tokens
   * @param cachedShare cached ÷ input tokens of those; absent without any
   * @param firstTenthShare the same of requests due in the first tenth of the run
   * @param lastTenthShare in the last tenth
   * @param plannedShare what an infinite cache that starts cold would give; absent without blocks
   */
  record Hits(
      long requestsTold,
      OptionalDouble cachedShare,
      OptionalDouble firstTenthShare,
      OptionalDouble lastTenthShare,
      OptionalDouble plannedShare) {}

  CacheTally(RunManifest manifest) {
    this.partNanos = Math.max(1, manifest.durationNanos() / PARTS + 1);
    this.blockTokens = manifest.workload().blocks().map(b -> b.blockTokens()).orElse(0);
  }

  void add(Outcome.Dispatched sent) {
    if (blockTokens > 0 && sent.planned().request().prefixBlocks().isPresent()) {
      planned.add(
          sent.planned().request().prefixBlocks().get(),
          sent.planned().request().tokens().input().orElse(0),
          blockTokens);
      plannedRequests++;
    }
    Answer.Usage usage = sent.answer().usage();
    if (usage.cachedTokens().isPresent() && usage.inputTokens().isPresent()) {
      int part = (int) Math.min(PARTS - 1, sent.planned().scheduledNanos() / partNanos);
      cached[part] += usage.cachedTokens().getAsInt();
      input[part] += usage.inputTokens().getAsInt();
      told++;
    }
  }

  Hits hits() {
    long allCached = 0;
    long allInput = 0;
    for (int part = 0; part < PARTS; part++) {
      allCached += cached[part];
      allInput += input[part];
    }
    return new Hits(
        told,
        share(allCached, allInput),
        share(cached[0], input[0]),
        share(cached[PARTS - 1], input[PARTS - 1]),
        plannedRequests == 0 ? OptionalDouble.empty() : OptionalDouble.of(planned.tokenShare()));
  }

  private static OptionalDouble share(long part, long of) {
    return of == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / of);
  }
}
