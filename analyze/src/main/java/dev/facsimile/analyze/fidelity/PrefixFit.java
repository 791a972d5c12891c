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
    if (source.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    int ofSource = source.get().blockTokens();
    int ofOther = other.get().blockTokens();
    if (ofSource != ofOther) {
      return Optional.of(
          "the source's blocks hold "
              + ofSource
              + " tokens, the other side's "
              + ofOther
              + ": their hits count different things");
    }
    return source.get().partialLast() == other.get().partialLast()
        ? Optional.empty()
        : Optional.of("only one side gives an id to the last, not full block of a prompt");
  }

  /** What to know where ids of the two sides are not valid equally far, if that is so. */
  static Optional<String> scopes(Comparison comparison) {
    Optional<BlockScheme> source = scheme(comparison.sourceSide());
    Optional<BlockScheme> other = scheme(comparison.otherSide());
    if (source.isEmpty() || other.isEmpty() || source.get().scope() == other.get().scope()) {
      return Optional.empty();
    }
    return Optional.of(
        "equal ids are equal blocks "
            + where(source.get())
            + " in the source and "
            + where(other.get())
            + " on the other side, where hits can show that the source's log could not");
  }

  private static String where(BlockScheme scheme) {
    return switch (scheme.scope()) {
      case GLOBAL -> "everywhere";
      case TENANT -> "within a tenant";
      case SESSION -> "within a session";
    };
  }
}
