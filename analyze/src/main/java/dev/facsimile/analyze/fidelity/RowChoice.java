package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;

/** What a {@link DetailPlan} makes of single rows; for one thread. */
final class RowChoice {
  private final DetailPlan plan;
  private final BlockScheme.Scope scope;
  private final SeededStreams streams;
  private String lastClass = "";
  private double lastKept = 1;

  RowChoice(DetailPlan plan, BlockScheme.Scope scope) {
    this.plan = plan;
    this.scope = scope;
    this.streams = new SeededStreams(plan.seed());
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
    return PrefixScan.key(row, session, blocks, 0, blocks.length, plan.common());
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
    return unit("fidelity declared shares", key) < lastKept;
  }

  /** Whether a request is held. */
  boolean sampled(long key) {
    return unit(Traffic.SAMPLED, key) < plan.share() && !plan.tooLarge().contains(key);
  }

  private double unit(String name, long key) {
    return (streams.value(name, key) >>> 11) * 0x1p-53;
  }
}
