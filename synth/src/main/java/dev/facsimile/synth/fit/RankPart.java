package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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

  private final Strata strata;
  private final PartStart before;
  private final IntPredicate starts;
  private final SortedMap<Integer, RankFit.Part> ranks = new TreeMap<>();
  private RankFit.Part last;
  private int lastNumber = -1;
  private int known;

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
    this.strata = strata;
    this.before = before;
    this.starts = starts;
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    if (starts.test((int) before.known() + known++)) {
      if (stratum != lastNumber) {
        lastNumber = stratum;
        last =
            ranks.computeIfAbsent(
                stratum, number -> strata.all().get(number).ranks().part(before.starts()[number]));
      }
      last.add(batch.numbers(TraceColumn.ARRIVAL)[row], input, output);
    }
  }

  /** Adds this part, which is the next one, to the ranks of the whole. */
  void mergeInto(Strata whole) {
    ranks.forEach((number, part) -> whole.all().get(number).ranks().merge(part));
  }
}
