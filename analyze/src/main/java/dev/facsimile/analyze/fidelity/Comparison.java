package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.Declared;
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

  /**
   * Requests a side that axes of lengths and sessions look at: a share among so many is off by at
   * most 0.1 points in 19 of 20 cases.
   */
  static final int MOST_LOOKED_AT = 1_000_000;

  private final Optional<Side> sourceSide;
  private final Optional<Side> otherSide;
  private final Training training;
  private final DeclaredTarget target;
  private final Traffic source;
  private final Traffic other;
  private final EveryRequest everySource;
  private final EveryRequest everyOther;
  private final OptionalLong latticeNanos;
  private final long seed;
  private final Optional<String> tooSmall;
  private final boolean byClass;
  private Optional<Splits> splits = Optional.empty();
  private Optional<List<OfClass>> classes = Optional.empty();
  private Optional<Comparison> common = Optional.empty();

  /**
   * One class of a comparison.
   *
   * @param name of the class
   * @param comparison of its requests alone
   */
  record OfClass(String name, Comparison comparison) {}

  /**
   * Compares two sides of which nothing more is known.
   *
   * @param latticeNanos lattice of the source's clock; both sides are put on it
   * @param seed of the splits
   */
  Comparison(Traffic source, Traffic other, OptionalLong latticeNanos, long seed) {
    this(
        Optional.empty(),
        Optional.empty(),
        Training.ON_SOURCE,
        DeclaredTarget.of(onLattice(source, latticeNanos), Declared.NOTHING, seed),
        onLattice(other, latticeNanos),
        Optional.empty(),
        Optional.empty(),
        latticeNanos,
        seed,
        true);
  }

  /**
   * Compares two sides, the source as the other's what-ifs change it.
   *
   * @param latticeNanos lattice of the source's clock; both sides are put on it
   * @param seed of the splits
   * @param training how the other side was made
   */
  Comparison(Side source, Side other, OptionalLong latticeNanos, long seed, Training training) {
    this(
        Optional.of(source),
        Optional.of(other),
        training,
        source.longSide().isPresent()
            ? DeclaredTarget.of(source.longSide().get(), other.declared())
            : DeclaredTarget.of(onLattice(source.traffic(), latticeNanos), other.declared(), seed),
        onLattice(other.traffic(), latticeNanos),
        source.longSide().map(side -> side),
        other.longSide().map(side -> side),
        latticeNanos,
        seed,
        true);
  }

  private Comparison(
      Optional<Side> sourceSide,
      Optional<Side> otherSide,
      Training training,
      DeclaredTarget target,
      Traffic other,
      Optional<EveryRequest> longSource,
      Optional<EveryRequest> longOther,
      OptionalLong latticeNanos,
      long seed,
      boolean byClass) {
    this.sourceSide = sourceSide;
    this.otherSide = otherSide;
    this.training = training;
    this.target = target;
    this.source = target.traffic();
    this.other = other;
    this.latticeNanos = latticeNanos;
    this.seed = seed;
    this.byClass = byClass;
    this.everySource = longSource.orElseGet(() -> new EveryRequest.Held(source));
    this.everyOther = longOther.orElseGet(() -> new EveryRequest.Held(other));
    this.tooSmall =
        Splits.largeSession("the source", everySource)
            .or(() -> Splits.largeSession("the other side", everyOther))
            .or(() -> Splits.tooSmall(source, other));
  }

  /** The same comparison of other requests. */
  private Comparison of(Traffic ofSource, Traffic ofOther, boolean withClasses) {
    return new Comparison(
        sourceSide,
        otherSide,
        training,
        target.of(ofSource),
        ofOther,
        Optional.empty(),
        Optional.empty(),
        latticeNanos,
        seed,
        withClasses);
  }

  /** The same over the time up to {@code nanos}. */
  Comparison until(long nanos) {
    boolean all = source.spanNanos() <= nanos && other.spanNanos() <= nanos;
    return all ? this : of(source.until(nanos), other.until(nanos), true);
  }

  private static Traffic onLattice(Traffic traffic, OptionalLong latticeNanos) {
    return latticeNanos.isPresent() ? traffic.flooredTo(latticeNanos.getAsLong()) : traffic;
  }

  /** The classes with enough requests on both sides; none when the source has only one class. */
  List<String> classNames() {
    return !byClass || source.classNames().size() < 2
        ? List.of()
        : source.classNames().stream()
            .filter(name -> source.count(name) >= FEWEST_IN_CLASS)
            .filter(name -> other.count(name) >= FEWEST_IN_CLASS)
            .toList();
  }

  /** {@link #classNames()}, each compared by itself; made when first asked for. */
  synchronized List<OfClass> classes() {
    if (classes.isEmpty()) {
      classes =
          Optional.of(
              classNames().stream()
                  .map(name -> new OfClass(name, of(source.only(name), other.only(name), false)))
                  .toList());
    }
    return classes.get();
  }

  /** The same over the time that both sides have; made when first asked for. */
  synchronized Comparison common() {
    if (common.isEmpty()) {
      common = Optional.of(until(commonSpanNanos()));
    }
    return common.get();
  }

  /**
   * The same of at most {@link #MOST_LOOKED_AT} requests a side, by whole sessions; of a side that
   * is not held whole those that are.
   */
  Comparison sampled() {
    boolean longSource = everySource instanceof LongSide;
    boolean longOther = everyOther instanceof LongSide;
    if ((longSource || source.rows() <= MOST_LOOKED_AT)
        && (longOther || other.rows() <= MOST_LOOKED_AT)) {
      return this;
    }
    SeededStreams streams = new SeededStreams(seed);
    return of(
        longSource ? source : source.sampled(MOST_LOOKED_AT, streams),
        longOther ? other : other.sampled(MOST_LOOKED_AT, streams),
        byClass);
  }

  private boolean allHeld() {
    return everySource instanceof EveryRequest.Held && everyOther instanceof EveryRequest.Held;
  }

  /** The same of both sides' first requests, where not all are held. */
  Comparison heads() {
    return allHeld() ? this : of(everySource.head(), everyOther.head(), false);
  }

  /** The same of the requests whose blocks are held, where not all are. */
  Comparison withBlocks() {
    return allHeld() ? this : of(everySource.withBlocks(), everyOther.withBlocks(), false);
  }

  /** All of the source's requests. */
  EveryRequest everySource() {
    return everySource;
  }

  /** All of the other side's. */
  EveryRequest everyOther() {
    return everyOther;
  }

  /** Where a queue is looked at. */
  TimePlaces queuePlaces() {
    return allHeld()
        ? TimePlaces.until(commonSpanNanos())
        : TimePlaces.ofQueue(
            Math.max(everySource.rows(), everyOther.rows()),
            commonSpanNanos(),
            latticeNanos.orElse(1),
            seed);
  }

  /** The source's requests, as the other side's what-ifs leave them. */
  Traffic source() {
    return source;
  }

  /** What more is known of the source. */
  Optional<Side> sourceSide() {
    return sourceSide;
  }

  /** What more is known of the other side. */
  Optional<Side> otherSide() {
    return otherSide;
  }

  Training training() {
    return training;
  }

  /** What the other side is judged against. */
  DeclaredTarget target() {
    return target;
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

  /** The classes of the source that have enough requests there, but not on the other side. */
  List<String> absentClasses() {
    return source.classNames().stream()
        .filter(name -> source.count(name) >= FEWEST_IN_CLASS)
        .filter(name -> other.count(name) < FEWEST_IN_CLASS)
        .toList();
  }

  /** The shorter of the two spans, nanoseconds. */
  long commonSpanNanos() {
    return Math.min(everySource.spanNanos(), everyOther.spanNanos());
  }
}
