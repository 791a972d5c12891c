package dev.facsimile.synth.arrival;

import dev.facsimile.synth.course.SourceClock;
import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.TimeGrid;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws arrivals of a cascade, each root window by itself.
 *
 * <p>A window's count is Poisson around the {@linkplain Envelope envelope}, or negative binomial
 * where the cascade has a dispersion over 1, or partly certain where it has one below; counts split
 * by Pólya's urn, which is beta-binomial, or hypergeometric where rho is negative; a cell's
 * arrivals follow the pattern of a source cell with the same count, interpolated if there is none.
 * Only sums, products and StrictMath are used, so that the result is the same on every machine; the
 * ready-made Poisson and beta samplers use Math, whose last bit is not.
 */
public final class CascadeProcess {
  private static final double POISSON_STEP = 16;
  private static final int MOST_IN_WINDOW = 1 << 28;

  private final TimeGrid grid;
  private final LongToDoubleFunction scale;
  private final Optional<SourceClock> clock;
  private final Cascade cascade;
  private final WindowSplits splits;
  private final Optional<Circle> circle;
  private final int wholeWindows;
  private final long sourceDurationNanos;

  /**
   * Of this cascade.
   *
   * <p>At a rate of s > 1 times the source's the sessions are those of s independent copies of it
   * under one envelope: of N arrivals of a window only pairs of the same copy, one in s, are
   * clustered, so rho ÷ s. At s &lt; 1 each session is kept with probability s, which leaves rho as
   * it is. In both cases it is that of a source window with N ÷ s arrivals. What a split shares
   * with other strata the copies share too. The index of dispersion of a root window's count stays
   * for s copies, and comes nearer to 1 by s where sessions are left out (Cox and Isham, "Point
   * Processes", 1980).
   *
   * @param sourceDurationNanos duration that the envelope covers
   * @param rateScale s, more than 0
   */
  public CascadeProcess(
      Cascade cascade, TimeGrid grid, long sourceDurationNanos, double rateScale) {
    this(
        cascade,
        grid,
        sourceDurationNanos,
        window -> rateScale,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Of this cascade, at a rate that differs from window to window.
   *
   * @param scale s of each root window, 0 or more
   * @param clock how the source's time is read, where not from its start to its end
   * @param shared how windows split for other strata too
   */
  public CascadeProcess(
      Cascade cascade,
      TimeGrid grid,
      long sourceDurationNanos,
      LongToDoubleFunction scale,
      Optional<SourceClock> clock,
      Optional<SharedSplits> shared) {
    this.scale = scale;
    this.clock = clock;
    this.grid = grid;
    this.cascade = cascade;
    this.splits = new WindowSplits(cascade, shared);
    this.circle = cascade.spacing().map(Circle::new);
    this.sourceDurationNanos = sourceDurationNanos;
    this.wholeWindows = (int) (sourceDurationNanos / grid.rootNanos());
  }

  /**
   * The expected count of root window {@code window} of a workload of {@code durationNanos}. One
   * that is longer than the source goes through the source's whole windows again and again.
   */
  public double expected(long window, long durationNanos) {
    return cascade.envelope().get(sourceWindow(window, durationNanos))
        * scale.applyAsDouble(window);
  }

  private int sourceWindow(long window, long durationNanos) {
    if (clock.isPresent()) {
      return (int) (clock.get().sourceNanos(window * grid.rootNanos()) / grid.rootNanos());
    }
    boolean repeats = durationNanos > sourceDurationNanos && wholeWindows > 0;
    return (int) (window % (repeats ? wholeWindows : cascade.envelope().size()));
  }

  /** Draws the count of root window {@code window} of a workload of {@code durationNanos}. */
  public int count(long window, long durationNanos, UniformRandomProvider random) {
    double kept = Math.min(1, scale.applyAsDouble(window));
    double dispersion = 1 + kept * (cascade.dispersion().orElse(1) - 1);
    return dispersed(expected(window, durationNanos), dispersion, random);
  }

  /**
   * The counts of three root windows in a row.
   *
   * @param before of the window before, or of the window itself where there is none
   * @param own of the window itself
   * @param after of the window after, or as above
   */
  public record Counts(int before, int own, int after) {}

  /**
   * Ascending arrivals of root window {@code window} of a workload of {@code durationNanos}, all of
   * which lie within it.
   */
  public long[] arrivals(
      long window, Counts root, long durationNanos, UniformRandomProvider random) {
    if (root.own() == 0) {
      return new long[0];
    }
    double rateScale = scale.applyAsDouble(window);
    if (circle.isPresent()) {
      long start = window * grid.rootNanos();
      return circle.get().arrivals(root.own(), rateScale, start, grid.rootNanos(), random);
    }
    int firstCell = sourceWindow(window, durationNanos) << cascade.levels().size();
    WindowSplits.Occupied occupied = splits.of(window, root, rateScale, firstCell, random);
    long[] arrivals = new long[root.own()];
    int next = 0;
    for (int i = 0; i < occupied.counts().length; i++) {
      long start = window * grid.rootNanos() + occupied.places()[i] * grid.cellNanos();
      place(occupied.counts()[i], start, arrivals, next, random);
      next += occupied.counts()[i];
    }
    return arrivals;
  }

  /** A Poisson number as a sum of small ones, each by Knuth's product of uniforms. */
  static int poisson(double mean, UniformRandomProvider random) {
    int count = 0;
    for (double rest = mean; rest > 0; rest -= POISSON_STEP) {
      double limit = StrictMath.exp(-Math.min(rest, POISSON_STEP));
      for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
        count++;
      }
    }
    return count;
  }

  /**
   * A number of an index of dispersion. Over 1 it is negative binomial, as a Poisson number of
   * clusters whose sizes have Fisher's logarithmic distribution (Quenouille, "A relation between
   * the logarithmic, Poisson, and negative binomial series", 1949). Below 1 it is a Poisson number
   * of that part of the mean and the whole number beside the rest.
   */
  static int dispersed(double mean, double dispersion, UniformRandomProvider random) {
    if (dispersion == 1) {
      return poisson(mean, random);
    }
    if (dispersion < 1) {
      int certain = (int) (mean * (1 - dispersion) + random.nextDouble());
      return certain + poisson(mean * dispersion, random);
    }
    double log = StrictMath.log(dispersion);
    int clusters = poisson(mean * log / (dispersion - 1), random);
    long count = 0;
    for (int i = 0; i < clusters; i++) {
      count += clusterSize(1 - 1 / dispersion, log, random);
    }
    return (int) Math.min(MOST_IN_WINDOW, count);
  }

  /** A logarithmic number of parameter p (Kemp, "Efficient generation …", 1981, algorithm LK). */
  private static long clusterSize(double p, double log, UniformRandomProvider random) {
    double v = random.nextDouble();
    double u = random.nextDouble();
    if (v >= p) {
      return 1;
    }
    double q = 1 - StrictMath.exp(-log * u);
    if (v <= q * q) {
      return v == 0 ? 1 : (long) Math.floor(1 + StrictMath.log(v) / StrictMath.log(q));
    }
    return v >= q ? 1 : 2;
  }

  private void place(
      int count, long start, long[] arrivals, int from, UniformRandomProvider random) {
    if (count == 0) {
      return;
    }
    long last = start + grid.cellNanos() - 1;
    if (grid.coarse() || cascade.patterns().isEmpty()) {
      for (int i = 0; i < count; i++) {
        arrivals[from + i] = start + random.nextLong(grid.cellNanos());
      }
    } else {
      List<Integer> donor = donor(count, random);
      // What the source's clock left out: the microsecond kept here, or the step of its lattice.
      long dither = Math.max(1_000, grid.latticeNanos().orElse(0));
      for (int i = 0; i < count; i++) {
        long position = (long) (position(donor, i, count, random) * 1_000);
        arrivals[from + i] = Math.min(last, start + position + random.nextLong(dither));
      }
    }
    Arrays.sort(arrivals, from, from + count);
  }

  private List<Integer> donor(int count, UniformRandomProvider random) {
    List<List<Integer>> donors = cascade.patterns().get(count);
    if (donors == null) {
      // More points than asked for lose nothing; fewer must be stretched.
      Map<Integer, List<List<Integer>>> larger = cascade.patterns().tailMap(count);
      int nearest =
          larger.isEmpty() ? cascade.patterns().lastKey() : larger.keySet().iterator().next();
      donors = cascade.patterns().get(nearest);
    }
    return donors.get(random.nextInt(donors.size()));
  }

  /** Microseconds of arrival {@code i} of {@code count}: the donor's own, or its quantile. */
  private static double position(
      List<Integer> donor, int i, int count, UniformRandomProvider random) {
    if (donor.size() == count) {
      return donor.get(i);
    }
    double at = (i + random.nextDouble()) / count * donor.size() - 0.5;
    int below = Math.max(0, Math.min(donor.size() - 1, (int) at));
    int above = Math.min(donor.size() - 1, below + 1);
    double part = Math.max(0, Math.min(1, at - below));
    return donor.get(below) + part * (donor.get(above) - donor.get(below));
  }
}
