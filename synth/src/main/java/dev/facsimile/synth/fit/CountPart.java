package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of a part of a trace that has neither sessions nor blocks: every request stands alone,
 * so that the counts of parts add up.
 */
final class CountPart extends KnownRows {
  static final Set<TraceColumn> COLUMNS =
      EnumSet.complementOf(
          EnumSet.of(TraceColumn.SESSION, TraceColumn.PREFIX_BLOCKS, TraceColumn.E2E));

  private final Strata strata;
  private final SortedMap<Integer, StratumFit> counts = new TreeMap<>();
  private StratumFit last;
  private int lastNumber = -1;

  CountPart(Strata strata) {
    super(strata);
    this.strata = strata;
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    if (stratum != lastNumber) {
      lastNumber = stratum;
      last = counts.computeIfAbsent(stratum, number -> strata.all().get(number).part());
    }
    last.start(batch, row, input, output);
  }

  /** Adds this part, which is the next one, to the counts of the whole. */
  void mergeInto(Strata whole) {
    counts.forEach((number, part) -> whole.all().get(number).merge(part));
  }
}
