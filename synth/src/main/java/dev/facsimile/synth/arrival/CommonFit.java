package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.CommonBursts.Share;
import dev.facsimile.synth.model.TimeGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits what the bursts of strata have in common. Of two strata i and j with N arrivals in a window,
 * of which L are in its left half and Np were to be expected, E[(L − Np)ᵢ (L − Np)ⱼ] = c · AᵢAⱼ
 * with A = N √(p (1 − p) rho): a split's clustering, rho, is how far the true share of the left
 * half strays, and c the correlation of what two strata stray. Sums over all pairs and windows give
 * c, by the square of a sum less the sum of squares. Goes through the time in stretches of {@value
 * #LONGEST_STRETCH} root windows, or of as many as have {@value #MOST_CELLS} cells in all strata;
 * holds four numbers for each stratum and cell of one.
 */
public final class CommonFit {
  /** Where no level's covariance is more standard errors than this from none, all is chance. */
  private static final double CHANCE = 3;

  /** Fewer windows with arrivals of two strata tell nothing. */
  private static final int ENOUGH_WINDOWS = 24;

  private static final int LONGEST_STRETCH = 256;
  private static final int MOST_CELLS = 1 << 22;

  private final List<Stratum> strata;
  private final TimeGrid grid;
  private final int windows;

  /** Of each stratum. */
  private final List<ActiveCells> active;

  private CommonFit(List<Stratum> strata, TimeGrid grid, int windows) {
    this.strata = strata;
    this.grid = grid;
    this.windows = windows;
    active = strata.stream().map(of -> new ActiveCells(of.cascade().silences())).toList();
  }

  /**
   * A stratum.
   *
   * @param requestClass its class, "" for none
   * @param arrivals its arrivals
   * @param cascade fitted to them
   */
  public record Stratum(String requestClass, CascadeFit arrivals, Cascade cascade) {}

  /** What they have in common over {@code durationNanos}; absent where nothing is seen. */
  public static Optional<CommonBursts> of(List<Stratum> strata, TimeGrid grid, long durationNanos) {
    if (strata.size() < 2) {
      return Optional.empty();
    }
    int windows = Math.toIntExact(durationNanos / grid.rootNanos());
    CommonBursts common = new CommonFit(strata, grid, windows).common();
    boolean some = common.levels().stream().anyMatch(share -> share.tenants() > 0);
    return some ? Optional.of(common) : Optional.empty();
  }

  private CommonBursts common() {
    Map<String, List<Integer>> classes =
        IntStream.range(0, strata.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    i -> strata.get(i).requestClass(), TreeMap::new, Collectors.toList()));
    List<Pairs> within = Stream.generate(Pairs::new).limit(grid.levels()).toList();
    List<Pairs> between = Stream.generate(Pairs::new).limit(grid.levels()).toList();
    int stretch = stretch(strata.size(), grid);
    for (int from = 0; from < windows; from += stretch) {
      add(from, Math.min(windows, from + stretch), classes.values(), within, between);
    }
    double[] tenantShares = shares(within);
    double[] classShares = shares(between);
    List<Share> levels = new ArrayList<>();
    for (int level = 0; level < grid.levels(); level++) {
      double ofTenants = Math.max(classShares[level], tenantShares[level]);
      levels.add(new Share(grid.rootNanos() >> (level + 1), ofTenants, classShares[level]));
    }
    return new CommonBursts(levels);
  }

  /** How many root windows are looked at together, without the one on either side; 1 or more. */
  static int stretch(int strata, TimeGrid grid) {
    long perWindow = (long) strata << grid.levels();
    return (int) Math.max(1, Math.min(LONGEST_STRETCH, MOST_CELLS / perWindow - 2));
  }

  /** Of the root windows from one to another; those beside lean on them. */
  private void add(
      int from, int to, Iterable<List<Integer>> classes, List<Pairs> within, List<Pairs> between) {
    int first = Math.max(0, from - 1);
    int end = Math.min(windows, to + 1);
    List<List<Splits>> splits =
        IntStream.range(0, strata.size())
            .parallel()
            .mapToObj(number -> splits(number, first, end))
            .toList();
    IntStream.range(0, grid.levels())
        .parallel()
        .forEach(
            level -> {
              List<Splits> of = splits.stream().map(levels -> levels.get(level)).toList();
              for (int window = from - first << level; window < to - first << level; window++) {
                add(of, classes, window, within.get(level), between.get(level));
              }
            });
  }

  /** By level; 0 at all where nothing but chance is seen at any. */
  private static double[] shares(List<Pairs> levels) {
    boolean seen = levels.stream().anyMatch(Pairs::isMoreThanChance);
    return levels.stream().mapToDouble(pairs -> seen ? pairs.share() : 0).toArray();
  }

  private static void add(
      List<Splits> splits,
      Iterable<List<Integer>> classes,
      int window,
      Pairs within,
      Pairs between) {
    PowerSums all = new PowerSums();
    double sameClass = 0;
    double sameClassScale = 0;
    for (List<Integer> ofClass : classes) {
      PowerSums own = new PowerSums();
      for (int i : ofClass) {
        own.add(splits.get(i).deviations()[window], splits.get(i).scales()[window]);
      }
      all.add(own);
      sameClass += own.pairs();
      sameClassScale += own.scaledPairs();
    }
    within.add(sameClass, sameClassScale);
    between.add(all.pairs() - sameClass, all.scaledPairs() - sameClassScale);
  }

  /** Those of a stratum by level. */
  private List<Splits> splits(int number, int first, int end) {
    Stratum stratum = strata.get(number);
    int from = first << grid.levels();
    int cells = end - first << grid.levels();
    int[] counts = stratum.arrivals().counts(from, cells);
    Halves halves = Halves.of(counts, active.get(number).of(from, cells));
    List<Splits> levels = new ArrayList<>();
    for (int level = grid.levels() - 1; level >= 0; level--) {
      levels.add(0, Splits.of(stratum.cascade().levels().get(level), halves));
      halves = halves.paired();
    }
    return levels;
  }

  /**
   * One stratum's splits of a level.
   *
   * @param deviations by window: L − Np
   * @param scales by window: A
   */
  private record Splits(double[] deviations, double[] scales) {

    static Splits of(Cascade.Level how, Halves halves) {
      int last = halves.windows() - 1;
      double[] deviations = new double[last + 1];
      double[] scales = new double[last + 1];
      for (int i = 0; i <= last; i++) {
        long count = halves.count(i);
        if (count > 0) {
          long before = halves.count(Math.max(0, i - 1));
          long after = halves.count(Math.min(last, i + 1));
          double p = how.left(halves.share(i), before, count, after);
          deviations[i] = halves.left(i) - count * p;
          double rho = Math.max(0, how.rhoOf((int) count));
          scales[i] = count * StrictMath.sqrt(p * (1 - p) * rho);
        }
      }
      return new Splits(deviations, scales);
    }
  }

  /** Sums over strata of one window. */
  private static final class PowerSums {
    private double deviation;
    private double deviationSquares;
    private double scale;
    private double scaleSquares;

    void add(double deviationOf, double scaleOf) {
      deviation += deviationOf;
      deviationSquares += deviationOf * deviationOf;
      scale += scaleOf;
      scaleSquares += scaleOf * scaleOf;
    }

    void add(PowerSums others) {
      deviation += others.deviation;
      deviationSquares += others.deviationSquares;
      scale += others.scale;
      scaleSquares += others.scaleSquares;
    }

    double pairs() {
      return deviation * deviation - deviationSquares;
    }

    double scaledPairs() {
      return scale * scale - scaleSquares;
    }
  }

  /** Sums over windows. */
  private static final class Pairs {
    private double products;
    private double squares;
    private double scales;
    private int seen;

    void add(double product, double scale) {
      products += product;
      squares += product * product;
      scales += scale;
      seen += product == 0 ? 0 : 1;
    }

    boolean isMoreThanChance() {
      return seen >= ENOUGH_WINDOWS && products > CHANCE * StrictMath.sqrt(squares);
    }

    /** c, for a model that a person can read. */
    double share() {
      double share = scales <= 0 ? 0 : products / scales;
      return Math.rint(1e3 * Math.max(0, Math.min(1, share))) / 1e3;
    }
  }
}
