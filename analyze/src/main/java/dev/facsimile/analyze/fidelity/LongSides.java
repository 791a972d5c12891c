package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.stats.Lattice;
import dev.facsimile.trace.stats.LongSeries;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Looks at two sides of which at least one is too long to be held. What is to be taken of each
 * depends on both, such as the time that they have in common.
 */
final class LongSides {
  private final SideReading source;
  private final SideReading other;
  private final Training training;
  private final long seed;
  private final OptionalLong lattice;
  private final long sourceRows;
  private final TreeMap<String, Double> keptShares;

  /**
   * Of two sides.
   *
   * @param lattice of the source's clock
   * @param training how the other side was made
   * @param seed of all choices
   */
  LongSides(
      SideReading source, SideReading other, OptionalLong lattice, Training training, long seed) {
    this.source = source;
    this.other = other;
    this.training = training;
    this.seed = seed;
    this.lattice = lattice;
    Declared declared = other.side().declared();
    this.keptShares =
        source instanceof LongReading && declared.classShares().isPresent()
            ? DeclaredTarget.chances(source.classCounts(), declared.classShares().get())
            : new TreeMap<>();
    this.sourceRows = sourceRows();
  }

  /** The lattice of a source's clock: as its header says, or as its first arrivals show. */
  static OptionalLong lattice(Side source) {
    return source.latticeNanos().isPresent()
        ? source.latticeNanos()
        : Lattice.of(source.traffic().arrivals());
  }

  /** Requests of the source, as many as declared what-ifs leave in the mean. */
  private long sourceRows() {
    if (keptShares.isEmpty()) {
      return source.rows();
    }
    double rows = 0;
    for (var each : source.classCounts().entrySet()) {
      rows += each.getValue() * keptShares.getOrDefault(each.getKey(), 1.0);
    }
    return Math.max(1, Math.round(rows));
  }

  /** The last arrival on the source's clock. */
  private long spanNanos(SideReading reading) {
    long span = reading.spanNanos();
    return lattice.isPresent() ? Traffic.floored(span, lattice.getAsLong()) : span;
  }

  /**
   * Both sides.
   *
   * @param source the one
   * @param other the other
   */
  record Two(Side source, Side other) {}

  /** Reads what the axes need. */
  Two read() throws IOException {
    List<LongSeries> later = laterOfSource();
    Optional<DetailPlan> ofSource = plan(source, later);
    Optional<DetailPlan> ofOther = plan(other, List.of());
    Two two = read(ofSource, ofOther, new Two(source.side(), other.side()));
    Optional<DetailPlan> sourceAgain = notSoLarge(two.source(), ofSource);
    Optional<DetailPlan> otherAgain = notSoLarge(two.other(), ofOther);
    return sourceAgain.isPresent() || otherAgain.isPresent()
        ? read(sourceAgain, otherAgain, two)
        : two;
  }

  /** The same plan with all sessions, where those that were left out are not too large. */
  private static Optional<DetailPlan> notSoLarge(Side side, Optional<DetailPlan> plan) {
    return plan.filter(each -> !each.tooLarge().isEmpty())
        .filter(each -> side.longSide().orElseThrow().largestShare() <= Splits.LARGEST_SESSION)
        .map(DetailPlan::withAllSessions);
  }

  /** Requests in a row from the middle of the source, to be looked for in its earlier half. */
  private List<LongSeries> laterOfSource() throws IOException {
    if (!(source instanceof LongReading reading)) {
      return List.of();
    }
    StretchFacts facts = reading.facts();
    long middle = facts.rows() / 2;
    SideStretch whole = reading.whole();
    int from = whole.from();
    while (from + 1 < whole.to() && facts.rowsBefore(from + 1) <= middle) {
      from++;
    }
    int to = from + 1;
    while (to < whole.to() && facts.rowsBefore(to) < middle + CopyingSigns.MOST_SHINGLES) {
      to++;
    }
    return reading
        .reads()
        .all(
            List.of(
                new StretchTask.Pairs(
                    whole.of(from, to),
                    facts.rowsBefore(from),
                    middle,
                    CopyingSigns.MOST_SHINGLES)));
  }

  private Optional<DetailPlan> plan(SideReading side, List<LongSeries> later) {
    return side instanceof LongReading reading
        ? Optional.of(plan(reading, later))
        : Optional.empty();
  }

  private DetailPlan plan(LongReading reading, List<LongSeries> later) {
    long span = Math.min(spanNanos(source), spanNanos(other));
    long tick = lattice.orElse(1);
    boolean ofSource = reading == source;
    List<DetailPlan.LookedFor> lookedFor = new ArrayList<>();
    if (ofSource) {
      long[] others =
          new EveryRequest.Held(other.side().traffic()).firstPairs(CopyingSigns.MOST_SHINGLES);
      lookedFor.add(new DetailPlan.LookedFor(others, Long.MAX_VALUE));
      lookedFor.add(new DetailPlan.LookedFor(later.get(0).toArray(), reading.facts().rows() / 2));
    }
    long[] pairs =
        ofSource
            ? new long[0]
            : training
                .canaries()
                .map(side -> LengthPairs.of(side.traffic()))
                .orElseGet(() -> new long[0]);
    return new DetailPlan(
        seed,
        tick,
        reading.share(),
        ofSource ? keptShares : new TreeMap<>(),
        !reading.facts().sessionsKnown() && reading.facts().blocks() > 0,
        new HashSet<>(reading.commonBlocks()),
        reading.largeSessions(),
        TickCounts.tickNanos(span, lattice),
        classes(),
        TimeSplits.places(span, tick, sourceRows, seed),
        TimePlaces.ofQueue(Math.max(sourceRows, other.rows()), span, tick, seed),
        lookedFor,
        pairs,
        reading.blocksExact());
  }

  /** Classes that may have enough requests on both sides to be judged by themselves. */
  private HashSet<String> classes() {
    SortedMap<String, Long> ofSource = source.classCounts();
    SortedMap<String, Long> ofOther = other.classCounts();
    HashSet<String> classes = new HashSet<>();
    for (String name : ofSource.keySet()) {
      if (ofSource.get(name) >= Comparison.FEWEST_IN_CLASS
          && ofOther.getOrDefault(name, 0L) >= Comparison.FEWEST_IN_CLASS) {
        classes.add(name);
      }
    }
    return ofSource.size() < 2 ? new HashSet<>() : classes;
  }

  /** Reads the sides that have a plan; one without stays what it was before. */
  private Two read(Optional<DetailPlan> ofSource, Optional<DetailPlan> ofOther, Two before)
      throws IOException {
    List<LongRows.Task<? extends Serializable>> tasks = new ArrayList<>();
    ofSource.ifPresent(plan -> addTasks((LongReading) source, plan, tasks));
    int inSource = tasks.size();
    ofOther.ifPresent(plan -> addTasks((LongReading) other, plan, tasks));
    LongRows reads =
        source instanceof LongReading reading ? reading.reads() : ((LongReading) other).reads();
    List<Serializable> made = reads.all(tasks);
    return new Two(
        ofSource
            .map(plan -> side((LongReading) source, plan, made.subList(0, inSource), sourceRows))
            .orElse(before.source()),
        ofOther
            .map(
                plan ->
                    side(
                        (LongReading) other,
                        plan,
                        made.subList(inSource, made.size()),
                        other.rows()))
            .orElse(before.other()));
  }

  /** The one task that takes longest first. */
  private void addTasks(
      LongReading reading, DetailPlan plan, List<LongRows.Task<? extends Serializable>> tasks) {
    Optional<BlockScheme> scheme = reading.side().blocks();
    StretchFacts facts = reading.facts();
    if (facts.blocks() > 0) {
      tasks.add(new StretchTask.Blocks(reading.whole(), plan, scheme.stream().toList()));
    }
    BlockScheme.Scope scope = scheme.map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL);
    // What-ifs leave some requests out, so that the one before may be further away.
    int fewest = plan.keptShares().isEmpty() ? 2 : 1 << 16;
    for (SideStretch each : reading.whole().cut(reading.reads().mostStretches())) {
      int from =
          facts.partBefore(each.from(), plan.windowNanos() + 2 * plan.latticeNanos(), fewest);
      tasks.add(
          new StretchTask.Detail(
              reading.whole().of(from, each.to()),
              each.from(),
              facts.rowsBefore(from),
              plan,
              scope));
    }
  }

  private Side side(LongReading reading, DetailPlan plan, List<Serializable> made, long rows) {
    Traffic head = reading.side().traffic();
    List<StretchDetail> stretches =
        made.stream()
            .filter(StretchDetail.class::isInstance)
            .map(StretchDetail.class::cast)
            .toList();
    Optional<PrefixDetail> blocks =
        made.stream()
            .filter(PrefixDetail.class::isInstance)
            .map(PrefixDetail.class::cast)
            .findFirst();
    LongSide all =
        new LongSide(
            plan,
            rows,
            reading.facts().sessionsKnown(),
            reading.rows(),
            reading.spanNanos(),
            spanNanos(reading),
            lattice.isPresent() ? head.flooredTo(lattice.getAsLong()) : head,
            stretches,
            blocks);
    return reading.side().of(all);
  }
}
