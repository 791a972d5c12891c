package dev.facsimile.analyze.report;

/** How series are told apart: by colour and, without colour, by dash and marker. */
final class Pen {
  static final int PENS = 6;

  /** Series of at most this many points have a marker on each. */
  private static final int MARKED = 24;

  private Pen() {}

  static String line(Series series, int pen, boolean steps, Frame frame) {
    StringBuilder path = new StringBuilder();
    StringBuilder marks = new StringBuilder();
    boolean drawing = false;
    double lastY = 0;
    for (int i = 0; i < series.size(); i++) {
      if (!frame.shows(series.x(i), series.y(i))) {
        drawing = false;
        continue;
      }
      double x = frame.x(series.x(i));
      double y = frame.y(series.y(i));
      if (drawing && steps) {
        path.append('H').append(Markup.number(x));
        if (y != lastY) {
          path.append('V').append(Markup.number(y));
        }
      } else {
        path.append(drawing ? 'L' : 'M').append(point(x, y));
      }
      if (!steps && series.size() <= MARKED) {
        marks.append(marker(pen, x, y));
      }
      lastY = y;
      drawing = true;
    }
    return path.isEmpty()
        ? ""
        : "<path class=\"line p" + pen % PENS + "\" d=\"" + path + "\"/>" + marks;
  }

  static Frame.Key key(Series series, int pen, boolean steps) {
    String mark = !steps && series.size() <= MARKED ? marker(pen, 13, 0) : "";
    return new Frame.Key(
        "<path class=\"line p" + pen % PENS + "\" d=\"M0 0H26\"/>" + mark, series.name());
  }

  private static String point(double x, double y) {
    return Markup.number(x) + " " + Markup.number(y);
  }

  private static String marker(int pen, double x, double y) {
    String style = "\" class=\"mark f" + pen % PENS + "\"/>";
    return switch (pen % 4) {
      case 0 ->
          "<circle r=\"3.2\" cx=\"" + Markup.number(x) + "\" cy=\"" + Markup.number(y) + style;
      case 1 -> "<path d=\"M" + point(x - 3, y - 3) + "h6v6h-6z" + style;
      case 2 -> "<path d=\"M" + point(x, y - 4) + "l4 7h-8z" + style;
      default -> "<path d=\"M" + point(x, y - 4) + "l4 4l-4 4l-4-4z" + style;
    };
  }
}
