package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The ranks of the requests of consecutive parts of which every request stands alone. */
final class RankPart extends KnownRows<RankPart> {
  private static final long serialVersionUID = 1;

  private final Ranks ranks;

  /**
   * The last pass.
   *
   * @param ranks of each stratum
   * @param before for each part the requests of each stratum before it
   */
  record Work(Strata strata, List<RankFit> ranks, List<long[]> before)
      implements PartWork<RankPart> {

    Work {
      ranks = List.copyOf(ranks);
      before = List.copyOf(before);
    }

    @Override
    public Set<TraceColumn> columns() {
      return EnumSet.of(
          TraceColumn.ARRIVAL,
          TraceColumn.CLASS,
          TraceColumn.TENANT,
          TraceColumn.INPUT,
          TraceColumn.OUTPUT);
    }

    @Override
    public RankPart start(int part) {
      return new RankPart(this, new Ranks(ranks, before.get(part)));
    }
  }

  private RankPart(Work work, Ranks ranks) {
    super(work.strata());
    this.ranks = ranks;
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    ranks.add(stratum, batch.numbers(TraceColumn.ARRIVAL)[row], input, output);
  }

  @Override
  void mergeKnown(RankPart behind) {
    ranks.merge(behind.ranks);
  }

  /** By stratum: what was counted. */
  List<CheckerboardFit.Counts> counts() {
    return ranks.counts();
  }
}
