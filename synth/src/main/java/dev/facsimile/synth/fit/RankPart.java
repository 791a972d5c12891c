package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/** The ranks of the requests of a part that start a session. */
final class RankPart extends KnownRows {
  static final Set<TraceColumn> COLUMNS =
      EnumSet.of(
          TraceColumn.ARRIVAL,
          TraceColumn.CLASS,
          TraceColumn.TENANT,
          TraceColumn.INPUT,
          TraceColumn.OUTPUT);

  private final IntPredicate starts;
  private final List<RankFit.Part> ranks;
  private long known;

  /**
   * What lies before a part.
   *
   * @param known rows with both lengths
   * @param starts of each stratum, requests that start a session
   */
  record PartStart(long known, long[] starts) {}

  /**
   * A part.
   *
   * @param starts whether a row starts a session, by its number among those with both lengths
   */
  RankPart(Strata strata, PartStart before, IntPredicate starts) {
    super(strata);
    this.starts = starts;
    this.known = before.known();
    this.ranks =
        strata.all().stream()
            .map(stratum -> stratum.ranks().part(before.starts()[stratum.number()]))
            .toList();
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    if (starts.test((int) known++)) {
      ranks.get(stratum).add(batch.numbers(TraceColumn.ARRIVAL)[row], input, output);
    }
  }

  /** Adds this part, which is the next one, to the ranks of the whole. */
  void mergeInto(Strata whole) {
    for (StratumFit stratum : whole.all()) {
      stratum.ranks().merge(ranks.get(stratum.number()));
    }
  }
}
