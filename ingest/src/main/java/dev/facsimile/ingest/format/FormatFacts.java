package dev.facsimile.ingest.format;

import dev.facsimile.trace.header.BlockScheme;
import java.util.Optional;

/**
 * What is the same for every log of a format.
 *
 * @param name the name on the command line
 * @param shape how a file is cut into rows
 * @param clock what a row's clock counts from
 * @param inputTokenRule how the source counts input tokens, and what was done so that cached ones
 *     are included
 * @param blocks how the log's own prefix blocks are cut; absent when it has none
 */
public record FormatFacts(
    String name,
    LogFormat.Shape shape,
    LogFormat.Clock clock,
    String inputTokenRule,
    Optional<BlockScheme> blocks) {

  /** A format without prefix blocks. */
  public static FormatFacts of(
      String name, LogFormat.Shape shape, LogFormat.Clock clock, String inputTokenRule) {
    return new FormatFacts(name, shape, clock, inputTokenRule, Optional.empty());
  }

  /** The same format with prefix blocks. */
  public FormatFacts withBlocks(Optional<BlockScheme> cut) {
    return new FormatFacts(name, shape, clock, inputTokenRule, cut);
  }
}
