package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import java.util.Optional;

/** Whether hits of the two sides' prefix blocks can be compared. */
final class PrefixFit {
  private PrefixFit() {}

  /** Why they cannot be, if they cannot. */
  static Optional<String> problem(Comparison comparison) {
    Optional<Prefixes> source = comparison.source().prefixes();
    Optional<Prefixes> other = comparison.other().prefixes();
    if (source.isEmpty() || other.isEmpty()) {
      return Optional.of(
          source.isEmpty()
              ? "the source has no prefix blocks"
              : "the other side has no prefix blocks");
    }
    return source
        .get()
        .unordered()
        .map(reason -> "the source: " + reason)
        .or(() -> other.get().unordered().map(reason -> "the other side: " + reason))
        .or(() -> schemes(scheme(comparison.sourceSide()), scheme(comparison.otherSide())));
  }

  /** How a side's blocks are cut, if that is known. */
  static Optional<BlockScheme> scheme(Optional<Side> side) {
    return side.flatMap(Side::blocks);
  }

  private static Optional<String> schemes(
      Optional<BlockScheme> source, Optional<BlockScheme> other) {
    if (source.isEmpty() || other.isEmpty() || source.get().equals(other.get())) {
      return Optional.empty();
    }
    BlockScheme a = source.get();
    BlockScheme b = other.get();
    if (a.blockTokens() != b.blockTokens()) {
      return Optional.of(
          "the source's blocks hold "
              + a.blockTokens()
              + " tokens, the other side's "
              + b.blockTokens()
              + ": their hits count different things");
    }
    return Optional.of(
        a.scope() != b.scope()
            ? "equal block ids mean equal blocks within one "
                + a.scope().word()
                + " scope in the source and one "
                + b.scope().word()
                + " scope on the other side, so that some hits can show on one side only"
            : "only one side gives an id to the last, not full block of a prompt");
  }
}
