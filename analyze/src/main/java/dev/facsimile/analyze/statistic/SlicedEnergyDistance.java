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
 * <p>One pool of points is put on a grid once a direction; distances between many groupings of it
 * then cost one pass for all, without sorting. Holds a byte a point and grouping, and in each
 * direction 14 bytes a point.
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

    /** One more than the largest group. */
    private int groupCount() {
      int most = Math.max(common, Math.max(first, second));
      for (byte group : groups) {
        most = Math.max(most, group);
      }
      return most + 1;
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
    Layout layout = Layout.of(groupings, columns[0].length);
    double[][] slices =
        IntStream.range(0, DIRECTIONS)
            .parallel()
            .mapToObj(direction -> slice(direction, layout))
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

  /**
   * All groupings, point by point, so that one pass over the points serves them all.
   *
   * @param groupings in order
   * @param groupCount groups of each
   * @param byPoint the group of every point in every grouping, point after point
   * @param steps 1 ÷ the size of every group, grouping after grouping
   */
  private record Layout(List<Grouping> groupings, int groupCount, byte[] byPoint, double[] steps) {

    static Layout of(List<Grouping> groupings, int points) {
      int count = groupings.size();
      int groupCount = groupings.stream().mapToInt(Grouping::groupCount).max().orElse(0);
      byte[] byPoint = new byte[points * count];
      double[] steps = new double[count * groupCount];
      for (int i = 0; i < count; i++) {
        byte[] groups = groupings.get(i).groups();
        int[] sizes = new int[groupCount];
        for (int point = 0; point < points; point++) {
          byPoint[point * count + i] = groups[point];
          sizes[groups[point]]++;
        }
        for (int group = 0; group < groupCount; group++) {
          steps[i * groupCount + group] = 1.0 / sizes[group];
        }
      }
      return new Layout(groupings, groupCount, byPoint, steps);
    }

    /** Counts a point in its group of every grouping. */
    void count(int point, int[] below) {
      int count = groupings.size();
      int from = point * count;
      for (int i = 0, base = 0; i < count; i++, base += groupCount) {
        below[base + byPoint[from + i]]++;
      }
    }

    /** The squared differences of the distribution functions, two of each grouping. */
    void squares(int[] below, double[] squares) {
      for (int i = 0, base = 0; i < groupings.size(); i++, base += groupCount) {
        Grouping grouping = groupings.get(i);
        double common = share(below, base + grouping.common());
        double toFirst = common - share(below, base + grouping.first());
        double toSecond = common - share(below, base + grouping.second());
        squares[2 * i] = toFirst * toFirst;
        squares[2 * i + 1] = toSecond * toSecond;
      }
    }

    private double share(int[] below, int at) {
      return below[at] * steps[at];
    }
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
  private double[] slice(int direction, Layout layout) {
    double[] projected = projected(direction(direction));
    double low = Arrays.stream(projected).min().orElse(0);
    double width = Arrays.stream(projected).max().orElse(0) - low;
    double[] integrals = new double[2 * layout.groupings().size()];
    if (width > 0) {
      char[] cells = cells(projected, low, width);
      int[] ends = new int[CELLS];
      int[] points = byCell(cells, ends);
      int[] below = new int[layout.groupings().size() * layout.groupCount()];
      double[] squares = new double[integrals.length];
      int at = 0;
      for (int cell = 0; cell < CELLS; cell++) {
        if (at < ends[cell]) {
          while (at < ends[cell]) {
            layout.count(points[at++], below);
          }
          layout.squares(below, squares);
        }
        for (int i = 0; i < integrals.length; i++) {
          integrals[i] += squares[i];
        }
      }
      for (int i = 0; i < integrals.length; i++) {
        integrals[i] *= width / (CELLS - 1);
      }
    }
    return integrals;
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
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (char) Math.round((projected[i] - low) / width * (CELLS - 1));
    }
    return cells;
  }
}
