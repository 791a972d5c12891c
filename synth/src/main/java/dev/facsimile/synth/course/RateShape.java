package dev.facsimile.synth.course;

import java.util.List;

/**
 * A factor of the session rate in the workload's time: straight between its points, constant before
 * the first and after the last one. Two points at one time are a jump; the later one holds there.
 *
 * @param points in order of time, at least one
 */
public record RateShape(List<Point> points) {
  private static final double MOST = 10_000;

  /**
   * The factor at one time.
   *
   * @param nanos from the workload's start
   * @param factor 0 or more
   */
  public record Point(long nanos, double factor) {

    public Point {
      if (!(factor >= 0 && factor <= MOST)) {
        throw new IllegalArgumentException("a factor of " + factor + ", expected 0 to " + MOST);
      }
    }
  }

  public RateShape {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a shape without a point, expected one or more");
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).nanos() < points.get(i - 1).nanos()) {
        throw new IllegalArgumentException("a shape whose points are not in order of time");
      }
    }
  }

  /** The factor at {@code nanos}. */
  public double at(long nanos) {
    int after = 0;
    while (after < points.size() && points.get(after).nanos() <= nanos) {
      after++;
    }
    if (after == 0) {
      return points.get(0).factor();
    }
    Point from = points.get(after - 1);
    if (after == points.size()) {
      return from.factor();
    }
    Point to = points.get(after);
    double part = (double) (nanos - from.nanos()) / (to.nanos() - from.nanos());
    return from.factor() + part * (to.factor() - from.factor());
  }

  /** The largest factor from {@code fromNanos} to {@code toNanos}. */
  public double most(long fromNanos, long toNanos) {
    double most = Math.max(at(fromNanos), at(toNanos));
    for (Point point : points) {
      if (point.nanos() >= fromNanos && point.nanos() <= toNanos) {
        most = Math.max(most, point.factor());
      }
    }
    return most;
  }
}
