package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceColumn;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.Set;

/**
 * What tells which request of a trace continues which.
 *
 * @param sessions whether requests have sessions
 * @param scope where equal blocks are equal
 * @param trunk whether classes have blocks that they begin with however far apart: where equal
 *     blocks are equal everywhere
 * @param blockTokens tokens of a block; 1 where there are no blocks
 */
record LinkScheme(boolean sessions, BlockScheme.Scope scope, boolean trunk, int blockTokens)
    implements Serializable {

  /** Of a trace, whose blocks have so many tokens. */
  static LinkScheme of(TraceHeader header, int blockTokens) {
    BlockScheme.Scope scope =
        header.blocks().map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL);
    return new LinkScheme(
        header.sessions() != TraceHeader.Sessions.NONE,
        scope,
        header.blocks().isPresent() && scope == BlockScheme.Scope.GLOBAL,
        blockTokens);
  }

  /** Whether blocks that requests of one session share are told apart from those of any two. */
  boolean within() {
    return sessions && scope != BlockScheme.Scope.SESSION;
  }

  /** The columns that tell it. */
  Set<TraceColumn> columns() {
    return EnumSet.of(
        TraceColumn.ARRIVAL,
        TraceColumn.CLASS,
        TraceColumn.TENANT,
        TraceColumn.INPUT,
        TraceColumn.OUTPUT,
        TraceColumn.SESSION,
        TraceColumn.PREFIX_BLOCKS,
        TraceColumn.E2E);
  }
}
