package dev.facsimile.analyze.statistic;

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
 * <p>One pool of points is put on a grid once a direction; distances between many groupings of it
 * then cost one pass for all, without sorting. Holds 14 bytes a point in each direction.
 */
public final class SlicedEnergyDistance {
  /** Directions, evenly spread over half a turn or half a sphere. */
  public static final int DIRECTIONS = 48;

  /** Cells of the grid that projections are put on, which is all the precision they keep. */
  private static final int CELLS = 1 << 13;

  /** The angle between the longitudes of neighbours on Fibonacci's lattice on the sphere. */
  private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

  private final double[][] columns;

  /**
   * Of a pool of points, the members of the groupings that it is asked for.
   *
   * @param columns their coordinates, two or three arrays; not to be changed afterwards
   */
  public SlicedEnergyDistance(double[]... columns) {
    if (columns.length < 2 || columns.length > 3) {
      throw new IllegalArgumentException(columns.length + " columns, expected 2 or 3");
    }
    this.columns = columns.clone();
  }

  /** The distances in every grouping of the pool. */
  public Groupings.Distances distances(Groupings groupings) {
    double[][] slices =
        IntStream.range(0, DIRECTIONS)
            .parallel()
            .mapToObj(direction -> slice(direction, groupings))
            .toArray(double[][]::new);
    double[] noise = new double[groupings.count()];
    double[] value = new double[groupings.count()];
    // Summed in the order of the directions, so that the result does not depend on the threads.
    for (double[] slice : slices) {
      for (int i = 0; i < noise.length; i++) {
        noise[i] += scale() * 2 * slice[i] / DIRECTIONS;
        value[i] += scale() * 2 * slice[noise.length + i] / DIRECTIONS;
      }
    }
    return new Groupings.Distances(noise, value);
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
      double[] values = columns[column];
      double weight = direction[column];
      for (int i = 0; i < projected.length; i++) {
        projected[i] += values[i] * weight;
      }
    }
    return projected;
  }

  /** ∫ (F − G)² dx in one direction: to the other half in every grouping, then to the draw. */
  private double[] slice(int direction, Groupings groupings) {
    double[] projected = projected(direction(direction));
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double each : projected) {
      low = Math.min(low, each);
      high = Math.max(high, each);
    }
    double[] integrals = new double[2 * groupings.count()];
    if (high > low) {
      char[] cells = cells(projected, low, high - low);
      int[] ends = new int[CELLS];
      int[] points = byCell(cells, ends);
      GroupCounts all = new GroupCounts(groupings);
      for (int point = 0; point < points.length; point++) {
        all.add(point);
      }
      all.settle();
      GroupCounts.Steps steps = GroupCounts.Steps.of(all);
      GroupCounts below = new GroupCounts(groupings);
      double width = (high - low) / (CELLS - 1);
      int at = 0;
      for (int cell = 0, next; cell < CELLS; cell = next) {
        while (at < ends[cell]) {
          below.add(points[at++]);
        }
        // Cells without points keep what the one before has.
        next = cell + 1;
        while (next < CELLS && ends[next] == at) {
          next++;
        }
        below.settle();
        addSquares(below, steps, (next - cell) * width, integrals);
      }
    }
    return integrals;
  }

  private static void addSquares(
      GroupCounts below, GroupCounts.Steps steps, double width, double[] integrals) {
    int[] halves = below.halves();
    int[] drawn = below.drawn();
    int source = below.source();
    for (int i = 0; i < halves.length; i++) {
      double half = halves[i] * steps.half()[i];
      double toOtherHalf = half - (source - halves[i]) * steps.otherHalf()[i];
      double toDrawn = half - drawn[i] * steps.drawn()[i];
      integrals[i] += toOtherHalf * toOtherHalf * width;
      integrals[halves.length + i] += toDrawn * toDrawn * width;
    }
  }

  /** The points in the order of their cells, and in {@code ends} where those of each cell end. */
  private static int[] byCell(char[] cells, int[] ends) {
    for (char cell : cells) {
      ends[cell]++;
    }
    int before = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      int count = ends[cell];
      ends[cell] = before;
      before += count;
    }
    int[] points = new int[cells.length];
    for (int point = 0; point < points.length; point++) {
      points[ends[cells[point]]++] = point;
    }
    return points;
  }

  /** The cell of the grid that each projection is nearest to. */
  private static char[] cells(double[] projected, double low, double width) {
    char[] cells = new char[projected.length];
    double scale = (CELLS - 1) / width;
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (char) ((projected[i] - low) * scale + 0.5);
    }
    return cells;
  }
}
