package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.AxisResult.Part;
import dev.facsimile.analyze.statistic.Groupings;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import dev.facsimile.trace.stats.Lattice;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.LongToIntFunction;

/** The gaps between arrivals in one stretch of time, of both sides. */
final class StretchGaps {
  /** Gaps of one stretch beyond these say no more. */
  private static final int MOST = 4 * Splits.MOST_ROWS / TimeSplits.STRETCHES;

  /** A clock coarser by less than this is the same. */
  private static final double COARSER = 1.5;

  /** A gap this close to a multiple of the clock's tick, as a share of it, is on the clock. */
  private static final double ON_CLOCK = 0.01;

  private final Comparison comparison;
  private final TimeSplits stretches;
  private final long[] source;
  private final long[] other;
  private final GapAtoms atoms;
  private final RowValues gaps;

  /**
   * How many gaps lie on a clock.
   *
   * @param part the shares of both sides
   * @param measured their difference in every split
   * @param difference of the other side from the source, 0 to 1
   */
  record OnClock(Part part, Splits.Measured measured, double difference) {}

  StretchGaps(Comparison comparison, TimeSplits stretches) {
    this.comparison = comparison;
    this.stretches = stretches;
    this.source = comparison.everySource().arrivalsIn(stretches.places());
    this.other = comparison.everyOther().arrivalsIn(stretches.places());
    this.atoms = GapAtoms.of(sourceGaps());
    this.gaps = values(gap -> RowValues.ofNanos(atoms.taken(gap)));
  }

  private long[] sourceGaps() {
    LongSeries gaps = new LongSeries();
    for (int stretch = 0; stretch < TimeSplits.STRETCHES; stretch++) {
      forEach(source, stretch, gaps::add);
    }
    return gaps.toArray();
  }

  private RowValues values(LongToIntFunction valueOfGap) {
    RowValues.Builder builder = new RowValues.Builder(2 * TimeSplits.STRETCHES);
    for (int i = 0; i < 2 * TimeSplits.STRETCHES; i++) {
      int stretch = i % TimeSplits.STRETCHES;
      long[] arrivals = i == stretch ? source : other;
      forEach(arrivals, stretch, gap -> builder.add(valueOfGap.applyAsInt(gap)));
      builder.endRow();
    }
    return builder.build();
  }

  private void forEach(long[] arrivals, int stretch, LongConsumer gaps) {
    int first = stretches.firstIn(arrivals, stretch) + 1;
    for (int at = first; at < arrivals.length && at < first + MOST; at++) {
      if (arrivals[at] >= stretches.endOf(stretch)) {
        break;
      }
      gaps.accept(arrivals[at] - arrivals[at - 1]);
    }
  }

  private static Quantity.Pooled pooled(RowValues values) {
    return new Quantity.Pooled(values, TimeSplits.STRETCHES);
  }

  boolean enough() {
    return pooled(gaps).enough();
  }

  /** The distance between the gaps of both sides. */
  Part part() {
    return new Part(
        "gaps",
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        KolmogorovSmirnov.distance(ofSide(gaps, 0), ofSide(gaps, 1)),
        "KS",
        0);
  }

  private Splits.Measured measured(RowValues values) {
    Groupings.Distances distances = pooled(values).distances(stretches.groupings());
    return new Splits.Measured(distances.noise(), distances.value(), stretches.rowsPerSide());
  }

  /** That distance in every split. */
  Splits.Measured measured() {
    return measured(gaps);
  }

  /** The gaps on the other side's clock, if that is coarser than the source's. */
  Optional<OnClock> onCoarserClock() {
    OptionalLong coarse = Lattice.of(comparison.everyOther().head().arrivals());
    double own = comparison.latticeNanos().orElse(1);
    if (coarse.isEmpty() || coarse.getAsLong() < COARSER * own) {
      return Optional.empty();
    }
    double tick = coarse.getAsLong();
    RowValues marks =
        values(gap -> Math.abs(gap / tick - Math.rint(gap / tick)) <= ON_CLOCK && gap > 0 ? 1 : 0);
    double ofSource = mean(ofSide(marks, 0));
    double ofOther = mean(ofSide(marks, 1));
    Part part =
        new Part(
            "% of gaps that are multiples of " + BurstScales.text(coarse.getAsLong()),
            OptionalDouble.of(100 * ofSource),
            OptionalDouble.of(100 * ofOther),
            100 * (ofOther - ofSource),
            "percentage points",
            0);
    return Optional.of(new OnClock(part, measured(marks), ofOther - ofSource));
  }

  private static int[] ofSide(RowValues values, int side) {
    int from = side * TimeSplits.STRETCHES;
    int before = 0;
    for (int stretch = 0; stretch < from; stretch++) {
      before += values.count(stretch);
    }
    int size = 0;
    for (int stretch = from; stretch < from + TimeSplits.STRETCHES; stretch++) {
      size += values.count(stretch);
    }
    return Arrays.copyOfRange(values.all(), before, before + size);
  }

  private static double mean(int[] marks) {
    return Arrays.stream(marks).average().orElse(0);
  }
}
