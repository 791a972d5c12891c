package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The ranks of the requests of consecutive parts of which every request stands alone. */
final class RankPart extends KnownRows<RankPart> {
  private static final long serialVersionUID = 1;

  private final transient List<RankFit.Part> ranks;
  private final transient boolean linked;
  private final transient BitSet starts;
  private transient int number;
  private final List<CheckerboardFit.Counts> counts;

  /**
   * The last pass.
   *
   * @param ranks of each stratum
   * @param before for each part the requests of each stratum before it that start a session
   * @param starts where requests are linked: which of them start a session, by their numbers
   * @param knownBefore where requests are linked: for each part the requests before it
   */
  record Work(
      Strata strata,
      List<RankFit> ranks,
      List<long[]> before,
      BitSet starts,
      List<Integer> knownBefore)
      implements PartWork<RankPart> {

    Work {
      ranks = List.copyOf(ranks);
      before = List.copyOf(before);
      knownBefore = List.copyOf(knownBefore);
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
      return new RankPart(this, part);
    }
  }

  private RankPart(Work work, int part) {
    super(work.strata());
    long[] before = work.before().get(part);
    linked = !work.knownBefore().isEmpty();
    starts = work.starts();
    number = linked ? work.knownBefore().get(part) : 0;
    ranks = new ArrayList<>();
    for (int stratum = 0; stratum < before.length; stratum++) {
      ranks.add(work.ranks().get(stratum).part(before[stratum]));
    }
    counts = ranks.stream().map(RankFit.Part::counts).toList();
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    if (linked && !starts.get(number++)) {
      return;
    }
    ranks.get(stratum).add(batch.numbers(TraceColumn.ARRIVAL)[row], input, output);
  }

  @Override
  void mergeKnown(RankPart behind) {
    for (int stratum = 0; stratum < counts.size(); stratum++) {
      counts.get(stratum).merge(behind.counts.get(stratum));
    }
  }

  /** Adds these parts, which are the next ones, to the ranks of the whole. */
  void mergeInto(List<StratumFit> whole) {
    for (StratumFit stratum : whole) {
      stratum.ranks().merge(counts.get(stratum.number()));
    }
  }
}
