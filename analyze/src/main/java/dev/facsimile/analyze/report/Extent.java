package dev.facsimile.analyze.report;

/** The least and largest value that an axis has to show. */
final class Extent {
  private final Axis axis;
  private double least = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;

  Extent(Axis axis) {
    this.axis = axis;
  }

  void add(double value) {
    if (Double.isFinite(value) && (!axis.log() || value > 0)) {
      least = Math.min(least, value);
      largest = Math.max(largest, value);
    }
  }

  void addX(Series series) {
    for (int i = 0; i < series.size(); i++) {
      add(series.x(i));
    }
  }

  void addY(Series series) {
    for (int i = 0; i < series.size(); i++) {
      add(series.y(i));
    }
  }

  /** The scale over a grid's edges. */
  Scale scale(int ticks, Edges edges) {
    return new Scale(axis, edges.at(0), edges.at(edges.bins()), ticks);
  }

  /** The scale, with room for {@code ticks} labels; from 0 or 1 to 1 without a value. */
  Scale scale(int ticks) {
    return least <= largest
        ? new Scale(axis, least, largest, ticks)
        : new Scale(axis, axis.log() ? 1 : 0, axis.log() ? 10 : 1, ticks);
  }
}
