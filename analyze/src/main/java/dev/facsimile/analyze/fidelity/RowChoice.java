package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.function.LongUnaryOperator;

/** What a {@link DetailPlan} makes of single rows; for one thread. */
final class RowChoice {
  private final DetailPlan plan;
  private final BlockScheme.Scope scope;
  private final LongUnaryOperator declaredShares;
  private final LongUnaryOperator sampled;
  private final boolean anyTooLarge;
  private String lastClass = "";
  private double lastKept = 1;

  RowChoice(DetailPlan plan, BlockScheme.Scope scope) {
    this.plan = plan;
    this.scope = scope;
    SeededStreams streams = new SeededStreams(plan.seed());
    this.declaredShares = streams.values(DeclaredTarget.SHARES);
    this.sampled = streams.values(Traffic.SAMPLED);
    this.anyTooLarge = !plan.tooLarge().isEmpty();
  }

  /** An arrival on the source's clock, see {@link Traffic#flooredTo}. */
  long arrival(long nanos) {
    return plan.latticeNanos() == 1 ? nanos : Traffic.floored(nanos, plan.latticeNanos());
  }

  /** Blocks whose ids are valid everywhere. */
  long[] blocks(long row, String tenant, String session, long[] blocks) {
    return TrafficBuilder.scoped(scope, row, tenant, session, blocks);
  }

  /** What keeps requests together: their session, or a common prompt. Never 0. */
  long key(long row, long session, long[] blocks) {
    return session == 0 && plan.byBlocks()
        ? blockKey(row, session, blocks)
        : session == 0 ? PrefixScan.alone(row) : session;
  }

  /** What keeps requests together whose blocks are held. Never 0. */
  long blockKey(long row, long session, long[] blocks) {
    return PrefixScan.key(row, session, blocks, 0, blocks.length, plan.commonBlocks());
  }

  /** Whether a request is left by declared what-ifs. */
  boolean keeps(String requestClass, long key) {
    if (plan.keptShares().isEmpty()) {
      return true;
    }
    if (!requestClass.equals(lastClass)) {
      lastClass = requestClass;
      lastKept = plan.keptShares().getOrDefault(requestClass, 1.0);
    }
    return SeededStreams.unit(declaredShares.applyAsLong(key)) < lastKept;
  }

  /** Whether a request is held. */
  boolean sampled(long key) {
    return SeededStreams.unit(sampled.applyAsLong(key)) < plan.share() && !tooLarge(key);
  }

  /** Whether a request's session is counted, not held. */
  boolean tooLarge(long key) {
    return anyTooLarge && plan.tooLarge().contains(key);
  }
}
