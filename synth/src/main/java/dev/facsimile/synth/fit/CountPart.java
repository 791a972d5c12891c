package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The counts of a part of a trace that has neither sessions nor blocks: every request stands alone,
 * so that the counts of parts add up.
 */
final class CountPart extends KnownRows {
  static final Set<TraceColumn> COLUMNS =
      EnumSet.complementOf(
          EnumSet.of(TraceColumn.SESSION, TraceColumn.PREFIX_BLOCKS, TraceColumn.E2E));

  private final List<StratumFit> counts;

  CountPart(Strata strata) {
    super(strata);
    counts = strata.all().stream().map(StratumFit::part).toList();
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    counts.get(stratum).start(batch, row, input, output);
  }

  /** Adds this part, which is the next one, to the counts of the whole. */
  void mergeInto(Strata whole) {
    counts.forEach(part -> whole.all().get(part.number()).merge(part));
  }
}
