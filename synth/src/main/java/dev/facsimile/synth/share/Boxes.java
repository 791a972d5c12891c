package dev.facsimile.synth.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Groups of alike points: a set of points is halved at a value of the axis on which it is widest,
 * again and again, as long as both halves are accepted (Friedman, Bentley, Finkel, "An algorithm
 * for finding best matches in logarithmic expected time", 1977).
 */
final class Boxes {
  private final double[] weights;
  private final Predicate<List<int[]>> accepted;
  private final List<List<int[]>> groups = new ArrayList<>();

  private Boxes(double[] weights, Predicate<List<int[]>> accepted) {
    this.weights = weights;
    this.accepted = accepted;
  }

  /**
   * The groups of some points.
   *
   * @param points coordinates, whole numbers
   * @param weights how much a unit of each axis counts; axes after those are not split at
   * @param accepted whether some points may be a group
   */
  static List<List<int[]>> of(
      List<int[]> points, double[] weights, Predicate<List<int[]>> accepted) {
    Boxes boxes = new Boxes(weights, accepted);
    boxes.split(points);
    return boxes.groups;
  }

  private void split(List<int[]> points) {
    List<Integer> axes = new ArrayList<>();
    double[] spread = new double[weights.length];
    for (int axis = 0; axis < weights.length; axis++) {
      spread[axis] = weights[axis] * deviation(points, axis);
      if (spread[axis] > 0) {
        axes.add(axis);
      }
    }
    axes.sort(Comparator.comparingDouble(axis -> -spread[axis]));
    for (int axis : axes) {
      List<int[]> sorted = new ArrayList<>(points);
      sorted.sort(Comparator.comparingInt(point -> point[axis]));
      for (int cut : cuts(sorted, axis)) {
        List<int[]> lower = sorted.subList(0, cut);
        List<int[]> upper = sorted.subList(cut, sorted.size());
        if (accepted.test(lower) && accepted.test(upper)) {
          split(List.copyOf(lower));
          split(List.copyOf(upper));
          return;
        }
      }
    }
    groups.add(points);
  }

  /** The mean distance from the median. */
  private static double deviation(List<int[]> points, int axis) {
    int[] values = points.stream().mapToInt(point -> point[axis]).sorted().toArray();
    double median = values[values.length / 2];
    double sum = 0;
    for (int value : values) {
      sum += Math.abs(value - median);
    }
    return sum / values.length;
  }

  /** The places nearest to the middle at which the value changes, below and above it. */
  private static List<Integer> cuts(List<int[]> sorted, int axis) {
    int middle = sorted.size() / 2;
    int below = middle;
    while (below > 0 && sorted.get(below - 1)[axis] == sorted.get(below)[axis]) {
      below--;
    }
    int above = middle;
    while (above < sorted.size()
        && above > 0
        && sorted.get(above - 1)[axis] == sorted.get(middle)[axis]) {
      above++;
    }
    List<Integer> cuts = new ArrayList<>();
    if (below > 0) {
      cuts.add(below);
    }
    if (above < sorted.size() && above != below) {
      cuts.add(above);
    }
    cuts.sort(Comparator.comparingInt(cut -> Math.abs(cut - middle)));
    return cuts;
  }
}
