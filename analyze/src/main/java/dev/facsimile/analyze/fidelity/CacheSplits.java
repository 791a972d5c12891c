package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.Splits.Group;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The figures of the cache axis over whole sides and over their random halves. The halves have at
 * most {@link #MOST_BLOCKS} blocks each, as each goes through all caches.
 */
final class CacheSplits {
  private static final int MOST_BLOCKS = 250_000;
  private static final int MOST_TENANTS = 5;

  /** FIFO capacities as a share of the source's distinct blocks: 2^-1, 2^-2, … */
  private static final int FIFO_CAPACITIES = 6;

  private final Optional<BlockScheme> scheme;
  private final List<String> tenants;
  private final int[] wholeCapacities;
  private final Traffic source;
  private final Traffic other;
  private final CachePool sourcePool;
  private final CachePool otherPool;
  private final Splits splits;

  /** Only the requests that splits are made of: caches are as large as their distinct blocks. */
  private final CachePool halvesPool;

  private final CachePool drawnPool;

  /**
   * A figure that is compared.
   *
   * @param name for the reader
   * @param of its value
   */
  record Figure(String name, ToDoubleFunction<CacheFigures> of) {}

  private CacheSplits(Comparison comparison, Optional<BlockScheme> scheme) {
    this.scheme = scheme;
    Prefixes ofSource = comparison.source().prefixes().orElseThrow();
    Prefixes ofOther = comparison.other().prefixes().orElseThrow();
    source = comparison.source().held().orElseThrow();
    other = comparison.other().held().orElseThrow();
    sourcePool = new CachePool(source, ofSource.held(), scheme);
    otherPool = new CachePool(other, ofOther.held(), scheme);
    tenants = CacheAxis.tenants(source, other, MOST_TENANTS);
    wholeCapacities = capacities(sourcePool.distinct());
    double blocks = Math.max(sourcePool.blocksPerRequest(), otherPool.blocksPerRequest());
    splits =
        Splits.of(
            source,
            other,
            new SeededStreams(comparison.seed()),
            (int) Math.max(2 * Splits.FEWEST, MOST_BLOCKS / Math.max(1, blocks)));
    halvesPool = sourcePool.of(splits.sourcePool());
    drawnPool = otherPool.of(splits.otherPool());
  }

  static CacheSplits of(Comparison comparison, Optional<BlockScheme> scheme) {
    return new CacheSplits(comparison, scheme);
  }

  private static int[] capacities(int distinct) {
    return IntStream.rangeClosed(1, FIFO_CAPACITIES)
        .map(power -> Math.max(1, distinct >> power))
        .toArray();
  }

  /** The figures of all requests of a side whose blocks are held. */
  CacheFigures whole(boolean ofSource) {
    return (ofSource ? sourcePool : otherPool).pass(wholeCapacities, tenants);
  }

  /** All figures but the LRU curve, in order. */
  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < FIFO_CAPACITIES; i++) {
      int at = i;
      figures.add(
          new Figure(
              String.format(Locale.ROOT, "FIFO of %,d blocks", wholeCapacities[i]),
              each -> each.fifo()[at]));
    }
    figures.add(new Figure("infinite cache, by blocks", CacheFigures::byBlocks));
    if (scheme.isPresent()) {
      figures.add(new Figure("infinite cache, by tokens", CacheFigures::byTokens));
      figures.add(new Figure("infinite cache, mean of requests", CacheFigures::perRequest));
    }
    figures.add(new Figure("infinite cache, first half (cold)", CacheFigures::coldHalf));
    figures.add(new Figure("infinite cache, second half (warm)", CacheFigures::warmHalf));
    for (int i = 0; i < tenants.size(); i++) {
      int at = i;
      figures.add(
          new Figure("infinite cache, tenant " + tenants.get(i), each -> each.tenants()[at]));
    }
    return figures;
  }

  /** The largest difference of the LRU curves, and then every figure's, in every split. */
  List<Splits.Measured> measured() {
    List<Figure> figures = figures();
    double[][] noise = new double[figures.size() + 1][Splits.COUNT];
    double[][] value = new double[figures.size() + 1][Splits.COUNT];
    int[] capacities = capacities(sourcePool.distinct() / 2);
    IntStream.range(0, Splits.COUNT)
        .parallel()
        .forEach(
            split -> {
              CacheFigures half = part(split, Group.HALF, capacities);
              differences(half, part(split, Group.OTHER_HALF, capacities), figures, noise, split);
              differences(half, part(split, Group.DRAWN, capacities), figures, value, split);
            });
    return IntStream.range(0, noise.length)
        .mapToObj(i -> new Splits.Measured(noise[i], value[i], splits.rowsPerSide()))
        .toList();
  }

  private CacheFigures part(int split, Group group, int[] capacities) {
    boolean ofOther = group == Group.DRAWN;
    int[] some = splits.values(splits.pooledRows(), split, group);
    return (ofOther ? drawnPool : halvesPool).pass(some, capacities, tenants);
  }

  private static void differences(
      CacheFigures a, CacheFigures b, List<Figure> figures, double[][] into, int split) {
    into[0][split] = Math.abs(a.lru().difference(b.lru()).value());
    for (int i = 0; i < figures.size(); i++) {
      ToDoubleFunction<CacheFigures> of = figures.get(i).of();
      into[i + 1][split] = Math.abs(of.applyAsDouble(a) - of.applyAsDouble(b));
    }
  }
}
