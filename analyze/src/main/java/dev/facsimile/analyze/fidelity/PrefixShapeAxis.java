package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The shape of prefix reuse: how deep a prompt matches what came before, how long ago its blocks
 * were last asked for, how many requests ask for one block, and how fast the set of blocks grows;
 * over the time that both sides have. A side without blocks shares nothing.
 */
final class PrefixShapeAxis implements FidelityAxis {
  /** More requests of the source say nothing more about the shape. */
  private static final int MOST_ROWS = 200_000;

  private static final double NEGLIGIBLE = 0.03;

  @Override
  public AxisId id() {
    return AxisId.PREFIX_SHAPE;
  }

  @Override
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    if (!whole.source().hasBlocks()) {
      return new AxisResult.NotJudged(id(), "the source has no prefix blocks");
    }
    return unlike(whole)
        .<AxisResult>map(reason -> new AxisResult.NotJudged(id(), reason))
        .orElseGet(() -> judgeHeads(whole.heads()));
  }

  private static Optional<String> unlike(Comparison whole) {
    return unlikeBlocks(whole)
        .or(() -> unordered(whole.source()))
        .or(() -> unordered(whole.other()));
  }

  private AxisResult judgeHeads(Comparison whole) {
    Comparison comparison = whole.until(span(whole));
    if (comparison.tooSmall().isPresent()) {
      return new AxisResult.NotJudged(id(), comparison.tooSmall().get());
    }
    return judge(
        comparison,
        PrefixColumns.of(comparison.source()),
        PrefixColumns.of(comparison.other()),
        comparison == whole
            ? List.of()
            : List.of("over the first " + FidelityText.duration(comparison.commonSpanNanos())));
  }

  private static long span(Comparison whole) {
    long[] arrivals = whole.source().arrivals();
    long most = arrivals[Math.min(arrivals.length, MOST_ROWS) - 1];
    return Math.min(most, whole.commonSpanNanos());
  }

  private AxisResult judge(
      Comparison comparison, PrefixColumns source, PrefixColumns other, List<String> notes) {
    List<Quantity> quantities = new ArrayList<>();
    quantities.add(Quantity.of("matched depth", source.depth(), other.depth()));
    quantities.add(Quantity.of("new blocks per request", source.newBlocks(), other.newBlocks()));
    List<String> sampled = new ArrayList<>();
    if (exact(comparison.source()) && exact(comparison.other())) {
      quantities.add(Quantity.of("reuse time", source.reuseTime(), other.reuseTime()));
      quantities.add(Quantity.of("visits per block", source.visits(), other.visits()));
    } else {
      sampled.add("too many blocks to hold: reuse time and visits per block are not judged");
    }
    QuantitiesResult result = QuantitiesResult.of(quantities, comparison.splits());
    double perRequest = source.newBlocks().mean();
    double otherPerRequest = other.newBlocks().mean();
    List<String> sentences = new ArrayList<>(notes);
    sentences.addAll(sampled);
    if (!comparison.other().hasBlocks()) {
      sentences.add("the other side has no prefix blocks: it reuses nothing");
    }
    sentences.add(
        String.format(
            Locale.ROOT,
            "footprint grows by %.2f/%.2f blocks a request",
            perRequest,
            otherPerRequest));
    return result.judged(
        id(),
        NEGLIGIBLE,
        String.format(
            Locale.ROOT, "depth %.1f/%.1f, ", source.depth().mean(), other.depth().mean()),
        sentences);
  }

  private static boolean exact(Traffic side) {
    return side.prefixes().map(Prefixes::exact).orElse(true);
  }

  private static Optional<String> unordered(Traffic side) {
    return side.prefixes().flatMap(Prefixes::unordered);
  }

  private static Optional<String> unlikeBlocks(Comparison whole) {
    Optional<Integer> source = blockTokens(whole.sourceSide());
    Optional<Integer> other = blockTokens(whole.otherSide());
    return source.isEmpty() || other.isEmpty() || source.equals(other)
        ? Optional.empty()
        : Optional.of(
            "the source has blocks of "
                + source.get()
                + " tokens, the other side of "
                + other.get());
  }

  private static Optional<Integer> blockTokens(Optional<Side> side) {
    return side.flatMap(Side::blocks).map(BlockScheme::blockTokens);
  }
}
