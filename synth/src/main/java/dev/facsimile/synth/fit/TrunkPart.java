package dev.facsimile.synth.fit;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The prompts of a part that have blocks, for the trunks. Holds their ids. */
final class TrunkPart extends KnownRows {
  static final Set<TraceColumn> COLUMNS =
      EnumSet.of(
          TraceColumn.CLASS,
          TraceColumn.TENANT,
          TraceColumn.INPUT,
          TraceColumn.OUTPUT,
          TraceColumn.PREFIX_BLOCKS);

  private record Prompt(int stratum, long[] blocks) {}

  private final List<Prompt> prompts = new ArrayList<>();

  TrunkPart(Strata strata) {
    super(strata);
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    batch.blocks(row).ifPresent(blocks -> prompts.add(new Prompt(stratum, blocks)));
  }

  /** Shows this part, which is the next one, to the trunks. */
  void mergeInto(Strata whole) {
    for (Prompt prompt : prompts) {
      whole.all().get(prompt.stratum()).visit(BlockIds.of(prompt.blocks()));
    }
  }
}
