package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines or steps over two axes: time series, distribution functions, histogram outlines.
 *
 * @param title what it shows
 * @param description how to read it
 * @param x the axis across
 * @param y the axis up
 * @param steps whether a value holds until the next point
 * @param series the lines, at most six
 * @param guides reference lines
 */
public record LineChart(
    String title,
    String description,
    Axis x,
    Axis y,
    boolean steps,
    List<Series> series,
    List<Guide> guides)
    implements Chart {

  public LineChart {
    series = List.copyOf(series);
    guides = List.copyOf(guides);
    if (series.size() > Pen.PENS) {
      throw new IllegalArgumentException(
          series.size() + " series in '" + title + "', expected at most " + Pen.PENS);
    }
  }

  /** Straight lines between the points. */
  public static LineChart lines(
      String title, String description, Axis x, Axis y, Series... series) {
    return new LineChart(title, description, x, y, false, List.of(series), List.of());
  }

  /** Each value holds until the next point. */
  public static LineChart steps(
      String title, String description, Axis x, Axis y, Series... series) {
    return new LineChart(title, description, x, y, true, List.of(series), List.of());
  }

  /** The same chart with one more reference line. */
  public LineChart with(Guide guide) {
    List<Guide> more = new ArrayList<>(guides);
    more.add(guide);
    return new LineChart(title, description, x, y, steps, series, more);
  }

  @Override
  public String svg() {
    Extent across = new Extent(x);
    Extent up = new Extent(y);
    List<Frame.Key> keys = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      Series one = series.get(i);
      across.addX(one);
      up.addY(one);
      keys.add(Pen.key(one, i, steps));
    }
    guides.forEach(guide -> (guide.vertical() ? across : up).add(guide.value()));
    Frame frame =
        new Frame(this, across.scale(6), up.scale(5), series.size() > 1 ? keys : List.of());
    for (int i = 0; i < series.size(); i++) {
      frame.add(Pen.line(series.get(i), i, steps, frame));
    }
    guides.forEach(frame::guide);
    return frame.close();
  }
}
