package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A source and what is compared with it, both on the clock of the source, and the random splits
 * that tell difference from noise.
 */
final class Comparison {
  /** A class of fewer requests, on either side, is not judged by itself. */
  static final int FEWEST_IN_CLASS = 500;

  private final Traffic source;
  private final Traffic other;
  private final OptionalLong latticeNanos;
  private final long seed;
  private final Optional<String> tooSmall;
  private Optional<Splits> splits = Optional.empty();
  private final List<OfClass> classes;

  /**
   * One class of a comparison.
   *
   * @param name of the class
   * @param comparison of its requests alone
   */
  record OfClass(String name, Comparison comparison) {}

  /**
   * Compares two sides.
   *
   * @param latticeNanos lattice of the source's clock; both sides are put on it
   * @param seed of the splits
   */
  Comparison(Traffic source, Traffic other, OptionalLong latticeNanos, long seed) {
    this(onLattice(source, latticeNanos), onLattice(other, latticeNanos), latticeNanos, seed, true);
  }

  private Comparison(
      Traffic source, Traffic other, OptionalLong latticeNanos, long seed, boolean byClass) {
    this.source = source;
    this.other = other;
    this.latticeNanos = latticeNanos;
    this.seed = seed;
    this.tooSmall = Splits.tooSmall(source, other);
    this.classes = byClass ? byClass() : List.of();
  }

  private static Traffic onLattice(Traffic traffic, OptionalLong latticeNanos) {
    return latticeNanos.isPresent() ? traffic.flooredTo(latticeNanos.getAsLong()) : traffic;
  }

  private List<OfClass> byClass() {
    return source.classNames().size() < 2
        ? List.of()
        : source.classNames().stream()
            .filter(name -> source.count(name) >= FEWEST_IN_CLASS)
            .filter(name -> other.count(name) >= FEWEST_IN_CLASS)
            .map(
                name ->
                    new OfClass(
                        name,
                        new Comparison(
                            source.only(name), other.only(name), latticeNanos, seed, false)))
            .toList();
  }

  Traffic source() {
    return source;
  }

  Traffic other() {
    return other;
  }

  /** Lattice of the source's clock. */
  OptionalLong latticeNanos() {
    return latticeNanos;
  }

  long seed() {
    return seed;
  }

  /** Why the sides are too small to be split, if they are. */
  Optional<String> tooSmall() {
    return tooSmall;
  }

  /** The splits, drawn when first asked for; not to be asked of sides that are too small. */
  synchronized Splits splits() {
    if (splits.isEmpty()) {
      splits = Optional.of(Splits.of(source, other, new SeededStreams(seed)));
    }
    return splits.get();
  }

  /** The classes with enough requests on both sides; none when the source has only one class. */
  List<OfClass> classes() {
    return classes;
  }

  /** The classes of the source that have enough requests there, but not on the other side. */
  List<String> absentClasses() {
    return source.classNames().stream()
        .filter(name -> source.count(name) >= FEWEST_IN_CLASS)
        .filter(name -> other.count(name) < FEWEST_IN_CLASS)
        .toList();
  }

  /** The shorter of the two spans, nanoseconds. */
  long commonSpanNanos() {
    return Math.min(source.spanNanos(), other.spanNanos());
  }
}
