package dev.facsimile.analyze.statistic;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The energy distance 2·E|X−Y| − E|X−X'| − E|Y−Y'| between groups of points of two or three
 * coordinates (Székely and Rizzo, "Energy statistics", 2013): 0 exactly when two distributions are
 * equal. It is computed in slices: with F and G the distribution functions of the points projected
 * on a direction,
 *
 * <pre>E = c · mean over directions of 2 ∫ (F − G)² dx</pre>
 *
 * <p>over {@link #DIRECTIONS} evenly spread ones, with c = π/2 in the plane, where that is within
 * 0.1 % of the whole, and c = 2 in space. Every pair of points is counted, a point with itself too,
 * so two samples of one distribution have a distance over 0 that shrinks as 1 ÷ their size: compare
 * only distances between samples of equal size.
 *
 * <p>One pool of points is sorted once a direction; distances between many groupings of it then
 * cost one pass each. Holds, in each direction, 8 bytes a point.
 */
public final class SlicedEnergyDistance {
  /** Directions, evenly spread over half a turn or half a sphere. */
  public static final int DIRECTIONS = 48;

  /** Steps of the grid that projections are put on, which is all the precision they keep. */
  private static final double STEPS = 1L << 31;

  /** The angle between the longitudes of neighbours on Fibonacci's lattice on the sphere. */
  private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

  private final double[][] columns;

  /**
   * Of a pool of points.
   *
   * @param columns their coordinates, two or three arrays; not to be changed afterwards
   */
  public SlicedEnergyDistance(double[]... columns) {
    if (columns.length < 2 || columns.length > 3) {
      throw new IllegalArgumentException(columns.length + " columns, expected 2 or 3");
    }
    this.columns = columns.clone();
  }

  /**
   * One grouping of the pool, of which two groups are each compared with a third.
   *
   * @param groups the group of every point of the pool; points of other groups do not count
   * @param common what both are compared with
   * @param first the one
   * @param second the other
   */
  public record Grouping(byte[] groups, int common, int first, int second) {

    /** By how much a point of every group moves the two differences of distribution functions. */
    private double[][] steps() {
      int[] sizes = new int[Byte.MAX_VALUE];
      for (byte group : groups) {
        sizes[group]++;
      }
      double[][] steps = new double[Byte.MAX_VALUE][2];
      steps[first][0] = -1.0 / sizes[first];
      steps[second][1] = -1.0 / sizes[second];
      steps[common] = new double[] {1.0 / sizes[common], 1.0 / sizes[common]};
      return steps;
    }
  }

  /**
   * The two distances of a grouping.
   *
   * @param toFirst from the common group to the first
   * @param toSecond from the common group to the second
   */
  public record Distances(double toFirst, double toSecond) {}

  /** The distances in every grouping, in their order. */
  public List<Distances> distances(List<Grouping> groupings) {
    double[][][] steps = groupings.stream().map(Grouping::steps).toArray(double[][][]::new);
    double[][] slices =
        IntStream.range(0, DIRECTIONS)
            .parallel()
            .mapToObj(direction -> slice(direction, groupings, steps))
            .toArray(double[][]::new);
    double[] sums = new double[2 * groupings.size()];
    // Summed in the order of the directions, so that the result does not depend on the threads.
    for (double[] slice : slices) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += scale() * 2 * slice[i] / DIRECTIONS;
      }
    }
    return IntStream.range(0, groupings.size())
        .mapToObj(i -> new Distances(sums[2 * i], sums[2 * i + 1]))
        .toList();
  }

  private double scale() {
    return columns.length == 2 ? Math.PI / 2 : 2;
  }

  /** The unit vector of one of the directions. */
  private double[] direction(int number) {
    double part = (number + 0.5) / DIRECTIONS;
    if (columns.length == 2) {
      return new double[] {Math.cos(Math.PI * part), Math.sin(Math.PI * part)};
    }
    double radius = Math.sqrt(1 - part * part);
    double longitude = number * GOLDEN_ANGLE;
    return new double[] {radius * Math.cos(longitude), radius * Math.sin(longitude), part};
  }

  private double[] projected(double[] direction) {
    double[] projected = new double[columns[0].length];
    for (int column = 0; column < columns.length; column++) {
      for (int i = 0; i < projected.length; i++) {
        projected[i] += columns[column][i] * direction[column];
      }
    }
    return projected;
  }

  /** ∫ (F − G)² dx in one direction, two for each grouping. */
  private double[] slice(int direction, List<Grouping> groupings, double[][][] steps) {
    double[] projected = projected(direction(direction));
    double low = Arrays.stream(projected).min().orElse(0);
    double width = Arrays.stream(projected).max().orElse(0) - low;
    double[] integrals = new double[2 * groupings.size()];
    if (width > 0) {
      long[] keys = keys(projected, low, width);
      for (int i = 0; i < groupings.size(); i++) {
        double[] both = integrals(keys, groupings.get(i).groups(), steps[i]);
        integrals[2 * i] = both[0] * width / STEPS;
        integrals[2 * i + 1] = both[1] * width / STEPS;
      }
    }
    return integrals;
  }

  /** Projections ascending: steps from the lowest in the high half, the point in the low half. */
  private static long[] keys(double[] projected, double low, double width) {
    long[] keys = new long[projected.length];
    for (int i = 0; i < keys.length; i++) {
      long step = (long) ((projected[i] - low) / width * (STEPS - 1));
      keys[i] = step << 32 | i;
    }
    Arrays.sort(keys);
    return keys;
  }

  private static double[] integrals(long[] keys, byte[] groups, double[][] steps) {
    double toFirst = 0;
    double toSecond = 0;
    double sumFirst = 0;
    double sumSecond = 0;
    long before = keys[0] >> 32;
    for (long key : keys) {
      long at = key >> 32;
      if (at != before) {
        sumFirst += toFirst * toFirst * (at - before);
        sumSecond += toSecond * toSecond * (at - before);
        before = at;
      }
      double[] step = steps[groups[(int) key]];
      toFirst += step[0];
      toSecond += step[1];
    }
    return new double[] {sumFirst, sumSecond};
  }
}
