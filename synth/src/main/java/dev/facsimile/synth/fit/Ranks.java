package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.CheckerboardFit;
import java.util.ArrayList;
import java.util.List;

/** The ranks of the requests of consecutive parts that start a session. */
final class Ranks implements Mergeable<Ranks> {
  private static final long serialVersionUID = 1;

  private final transient List<RankFit.Part> open = new ArrayList<>();
  private final List<CheckerboardFit.Counts> counts;

  /**
   * Of a part whose requests are linked.
   *
   * @param ranks of each stratum
   * @param before for each part the requests of each stratum before it that start a session; what
   *     stands behind those is not looked at
   */
  record Work(List<RankFit> ranks, List<long[]> before) implements RowsWork<Ranks> {

    Work {
      ranks = List.copyOf(ranks);
      before = List.copyOf(before);
    }

    @Override
    public Ranks of(int part, LinkRows rows) {
      Ranks told = new Ranks(ranks, before.get(part));
      for (int row = 0; row < rows.size(); row++) {
        if (!rows.isTurn(row)) {
          told.add(rows.stratum(row), rows.arrival(row), rows.input(row), rows.output(row));
        }
      }
      return told;
    }
  }

  /**
   * Of a part.
   *
   * @param ranks of each stratum
   * @param before requests of each stratum before the part that start a session; what stands behind
   *     those is not looked at
   */
  Ranks(List<RankFit> ranks, long[] before) {
    for (int stratum = 0; stratum < ranks.size(); stratum++) {
      open.add(ranks.get(stratum).part(before[stratum]));
    }
    counts = open.stream().map(RankFit.Part::counts).toList();
  }

  /** Takes a request that starts a session, in order of arrival. */
  void add(int stratum, long arrivalNanos, int input, int output) {
    open.get(stratum).add(arrivalNanos, input, output);
  }

  @Override
  public void merge(Ranks behind) {
    for (int stratum = 0; stratum < counts.size(); stratum++) {
      counts.get(stratum).merge(behind.counts.get(stratum));
    }
  }

  /** By stratum: what was counted. */
  List<CheckerboardFit.Counts> counts() {
    return counts;
  }
}
