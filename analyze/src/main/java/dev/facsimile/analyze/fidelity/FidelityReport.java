package dev.facsimile.analyze.fidelity;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How true a copy is to its source, axis by axis.
 *
 * @param source the source
 * @param other what was compared with it
 * @param latticeNanos lattice that both sides were put on: the source's, as its header says or as
 *     its arrivals show
 * @param seed of the random splits
 * @param rowsPerSide requests a side in each split; 0 when the sides are too small to be split
 * @param axes what each axis found, in the order of the page
 * @param meantToDiffer axes that declared what-ifs change in a way that cannot be worked out; they
 *     are shown, but not graded
 * @param targetSentences what was declared, and how it was taken
 */
public record FidelityReport(
    Side source,
    Side other,
    OptionalLong latticeNanos,
    long seed,
    int rowsPerSide,
    List<AxisResult> axes,
    Set<AxisId> meantToDiffer,
    List<String> targetSentences) {

  public FidelityReport {
    axes = List.copyOf(axes);
    meantToDiffer = Set.copyOf(meantToDiffer);
    targetSentences = List.copyOf(targetSentences);
  }

  /**
   * Compares two sides.
   *
   * @param wanted the axes to judge, of those that are built
   * @param seed of the random splits
   */
  public static FidelityReport of(Side source, Side other, Collection<AxisId> wanted, long seed) {
    return of(source, other, Training.ON_SOURCE, wanted, seed);
  }

  /**
   * Compares two sides.
   *
   * @param training how the other side was made
   * @param wanted the axes to judge, of those that are built
   * @param seed of the random splits
   */
  public static FidelityReport of(
      Side source, Side other, Training training, Collection<AxisId> wanted, long seed) {
    return of(source, other, LongSides.lattice(source), training, wanted, seed);
  }

  /**
   * Compares two sides of any length.
   *
   * @param training how the other side was made
   * @param wanted the axes to judge, of those that are built
   * @param seed of the random splits, and of all that is taken of a side that cannot be held
   */
  public static FidelityReport of(
      SideReading source,
      SideReading other,
      Training training,
      Collection<AxisId> wanted,
      long seed)
      throws IOException {
    if (source instanceof SideReading.Whole && other instanceof SideReading.Whole) {
      return of(source.side(), other.side(), training, wanted, seed);
    }
    OptionalLong lattice = LongSides.lattice(source.side());
    LongSides.Two two = new LongSides(source, other, lattice, training, seed).read();
    return of(two.source(), two.other(), lattice, training, wanted, seed);
  }

  private static FidelityReport of(
      Side source,
      Side other,
      OptionalLong lattice,
      Training training,
      Collection<AxisId> wanted,
      long seed) {
    Comparison comparison = new Comparison(source, other, lattice, seed, training);
    Comparison sampled = comparison.sampled();
    List<AxisResult> axes =
        FidelityAxes.BUILT.parallelStream()
            .filter(axis -> wanted.contains(axis.id()))
            .map(axis -> judge(axis, axis.needsEveryRequest() ? comparison : sampled))
            .toList();
    int rowsPerSide =
        comparison.tooSmall().isPresent()
            ? 0
            : Splits.rowsPerSide(comparison.source(), comparison.other());
    return new FidelityReport(
        source,
        other,
        lattice,
        seed,
        rowsPerSide,
        axes,
        comparison.target().meantToDiffer(),
        comparison.target().sentences());
  }

  /** The same report with other results and sentences. */
  FidelityReport with(List<AxisResult> otherAxes, List<String> otherSentences) {
    return new FidelityReport(
        source, other, latticeNanos, seed, rowsPerSide, otherAxes, meantToDiffer, otherSentences);
  }

  private static AxisResult judge(FidelityAxis axis, Comparison comparison) {
    return axis.needsSplits() && comparison.tooSmall().isPresent()
        ? new AxisResult.NotJudged(axis.id(), comparison.tooSmall().get())
        : axis.judge(comparison);
  }

  /** The grade of the worst axis that was judged; empty when none was. */
  public Optional<Grade> grade() {
    return axes.stream()
        .filter(AxisResult.Judged.class::isInstance)
        .filter(axis -> !meantToDiffer.contains(axis.id()))
        .map(axis -> ((AxisResult.Judged) axis).grade())
        .reduce(Grade::worse);
  }

  /** Whether the grade is {@code bound} or better; a report without a judged axis never is. */
  public boolean reaches(Grade bound) {
    return grade().isPresent() && grade().get().reaches(bound);
  }

  /** What the axis found, if it is in this report. */
  public Optional<AxisResult> axis(AxisId id) {
    return axes.stream().filter(axis -> axis.id() == id).findFirst();
  }
}
