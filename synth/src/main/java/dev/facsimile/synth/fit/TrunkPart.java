package dev.facsimile.synth.fit;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The prompts of a part that have blocks, for the trunks. Holds their ids. */
final class TrunkPart extends KnownRows<TrunkPart> {
  private static final long serialVersionUID = 1;

  /** The pass that finds the trunks. */
  record Work(Strata strata) implements PartWork<TrunkPart> {

    @Override
    public Set<TraceColumn> columns() {
      return EnumSet.of(
          TraceColumn.CLASS,
          TraceColumn.TENANT,
          TraceColumn.INPUT,
          TraceColumn.OUTPUT,
          TraceColumn.PREFIX_BLOCKS);
    }

    @Override
    public TrunkPart start(int part) {
      return new TrunkPart(strata);
    }
  }

  private record Prompt(int stratum, long[] blocks) implements Serializable {}

  private final List<Prompt> prompts = new ArrayList<>();

  TrunkPart(Strata strata) {
    super(strata);
  }

  @Override
  void take(TraceBatch batch, int row, int stratum, int input, int output) {
    batch.blocks(row).ifPresent(blocks -> prompts.add(new Prompt(stratum, blocks)));
  }

  @Override
  void mergeKnown(TrunkPart behind) {
    prompts.addAll(behind.prompts);
  }

  /** Shows this part, which is the next one, to the trunks. */
  void mergeInto(List<StratumFit> whole) {
    for (Prompt prompt : prompts) {
      whole.get(prompt.stratum()).visit(BlockIds.of(prompt.blocks()));
    }
  }
}
