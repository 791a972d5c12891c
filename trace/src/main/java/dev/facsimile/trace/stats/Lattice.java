package dev.facsimile.trace.stats;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Finds the lattice that a log's clock puts its arrivals on: the largest distance q of which at
 * least 95 % of the distances between distinct neighbouring arrivals are a multiple, within 1 % of
 * q. Below q, gaps and counts are an artefact of the clock. Arrivals of which nearly all are one q
 * after the one before do not tell of a clock but of traffic at a constant rate: they have no
 * lattice.
 */
public final class Lattice {
  private static final double SHARE = 0.95;
  private static final double TOLERANCE = 0.01;

  /** So many gaps of one step and no more are a constant rate. */
  private static final double EVEN_SHARE = 0.9;

  /** Fewer distinct distances than this tell nothing. */
  private static final int ENOUGH = 50;

  /** A finer lattice spoils no count that anyone looks at: logs in milliseconds are common. */
  private static final long FINEST = 10_000_000;

  private static final long MILLISECOND = 1_000_000;

  private static final int CANDIDATES = 64;

  private Lattice() {}

  /**
   * The lattice of {@code arrivals}, at least 10 ms, or empty if there is none.
   *
   * @param arrivals nanoseconds, ascending
   */
  public static OptionalLong of(long[] arrivals) {
    long[] steps = distinctSteps(arrivals);
    if (steps.length < ENOUGH) {
      return OptionalLong.empty();
    }
    OptionalLong lattice = fitting(steps);
    boolean even = lattice.isPresent() && even(lattice.getAsLong(), steps, arrivals.length - 1);
    return even ? OptionalLong.empty() : lattice;
  }

  private static OptionalLong fitting(long[] steps) {
    long[] sorted = RadixSort.sorted(steps);
    // The smallest steps are the lattice itself or small multiples of it; try each and its parts.
    for (int i = 0; i < CANDIDATES; i++) {
      long step = sorted[(int) ((long) i * sorted.length / (4 * CANDIDATES))];
      if (step >= FINEST && fits(step, steps)) {
        return OptionalLong.of(refine(step, steps));
      }
    }
    for (long unit : new long[] {1_000_000_000L, 100_000_000L, 10_000_000L}) {
      if (fits(unit, steps)) {
        return OptionalLong.of(unit);
      }
    }
    return OptionalLong.empty();
  }

  private static long[] distinctSteps(long[] arrivals) {
    LongSeries steps = new LongSeries();
    for (int i = 1; i < arrivals.length; i++) {
      if (arrivals[i] != arrivals[i - 1]) {
        steps.add(arrivals[i] - arrivals[i - 1]);
      }
    }
    return steps.toArray();
  }

  private static boolean fits(long q, long[] steps) {
    int on = 0;
    for (long step : steps) {
      if (multiple(q, step) > 0) {
        on++;
      }
    }
    return on >= SHARE * steps.length;
  }

  /**
   * Whether nearly all of {@code gaps} gaps, of which those not among the steps are 0, are one q.
   */
  private static boolean even(long q, long[] steps, int gaps) {
    long single = Arrays.stream(steps).filter(step -> multiple(q, step) == 1).count();
    return single >= EVEN_SHARE * gaps;
  }

  /** Which multiple of {@code q} a step is, or 0 if it is none. */
  private static long multiple(long q, long step) {
    long times = Math.round((double) step / q);
    return Math.abs(step - times * q) <= TOLERANCE * q ? times : 0;
  }

  /** The mean over all steps that are on the lattice, to a millisecond. */
  private static long refine(long q, long[] steps) {
    double sum = 0;
    double times = 0;
    for (long step : steps) {
      long multiple = multiple(q, step);
      if (multiple > 0) {
        sum += step;
        times += multiple;
      }
    }
    return Math.round(sum / times / MILLISECOND) * MILLISECOND;
  }
}
