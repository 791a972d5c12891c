package dev.facsimile.analyze.report;

import java.util.List;

/** The drawing area of a chart with two axes: grid, ticks, labels, legend. */
final class Frame {
  static final int WIDTH = 440;
  private static final int PLOT_HEIGHT = 200;
  private static final double LETTER = 6.9;
  private static final int LINE = 18;

  private final Scale x;
  private final Scale y;
  private final double left;
  private final double top;
  private final double right = WIDTH - 16;
  private final StringBuilder svg = new StringBuilder();

  /**
   * One entry of a legend.
   *
   * @param symbol SVG of the key, 26 wide, around y = 0
   * @param text what it means
   */
  record Key(String symbol, String text) {}

  Frame(Chart chart, Scale x, Scale y, List<Key> legend) {
    this.x = x;
    this.y = y;
    int letters = y.ticks().stream().mapToInt(t -> t.text().length()).max().orElse(1);
    this.left = 14 + letters * LETTER;
    StringBuilder keys = new StringBuilder();
    this.top = legend(legend, keys) + LINE + 6;
    double height = top + PLOT_HEIGHT + 42;
    svg.append(open(chart, height)).append(keys);
    axes();
  }

  /** The start of a chart's {@code svg} element. */
  static String open(Chart chart, double height) {
    String title = Markup.escape(chart.title());
    String description = Markup.escape(chart.description());
    return "<svg role=\"img\" viewBox=\"0 0 "
        + WIDTH
        + " "
        + Markup.number(height)
        + "\" aria-label=\""
        + title
        + ". "
        + description
        + "\"><title>"
        + title
        + "</title><desc>"
        + description
        + "</desc>";
  }

  /** Writes the legend and returns its height. */
  private static double legend(List<Key> legend, StringBuilder out) {
    if (legend.isEmpty()) {
      return 0;
    }
    double atX = 4;
    double atY = 12;
    for (Key key : legend) {
      double width = 34 + key.text().length() * LETTER + 12;
      if (atX > 4 && atX + width > WIDTH) {
        atX = 4;
        atY += LINE;
      }
      out.append("<g transform=\"translate(")
          .append(Markup.number(atX))
          .append(' ')
          .append(Markup.number(atY))
          .append(")\">")
          .append(key.symbol())
          .append("<text x=\"32\" y=\"4\">")
          .append(Markup.escape(key.text()))
          .append("</text></g>");
      atX += width;
    }
    return atY + 6;
  }

  private void axes() {
    double bottom = top + PLOT_HEIGHT;
    for (Scale.Tick tick : y.ticks()) {
      double at = y(tick.value());
      grid(left, at, right, at, tick.text().isEmpty());
      text(left - 6, at + 4, "end", tick.text());
    }
    double free = Double.NEGATIVE_INFINITY;
    for (Scale.Tick tick : x.ticks()) {
      double at = x(tick.value());
      grid(at, top, at, bottom, tick.text().isEmpty());
      double half = tick.text().length() * LETTER / 2;
      if (!tick.text().isEmpty() && at - half > free && at + half <= WIDTH) {
        text(at, bottom + 16, "middle", tick.text());
        free = at + half + 4;
      }
    }
    svg.append("<path class=\"axis\" d=\"M")
        .append(Markup.number(left))
        .append(' ')
        .append(Markup.number(top))
        .append('V')
        .append(Markup.number(bottom))
        .append('H')
        .append(Markup.number(right))
        .append("\"/>");
    text(left, top - 8, "start", y.label());
    text((left + right) / 2, bottom + 35, "middle", x.label());
  }

  private void grid(double x1, double y1, double x2, double y2, boolean minor) {
    if (minor) {
      return;
    }
    svg.append("<path class=\"grid\" d=\"M")
        .append(Markup.number(x1))
        .append(' ')
        .append(Markup.number(y1))
        .append('L')
        .append(Markup.number(x2))
        .append(' ')
        .append(Markup.number(y2))
        .append("\"/>");
  }

  private void text(double atX, double atY, String anchor, String text) {
    if (!text.isEmpty()) {
      svg.append("<text x=\"")
          .append(Markup.number(atX))
          .append("\" y=\"")
          .append(Markup.number(atY))
          .append("\" text-anchor=\"")
          .append(anchor)
          .append("\">")
          .append(Markup.escape(text))
          .append("</text>");
    }
  }

  double x(double value) {
    return left + x.at(value) * (right - left);
  }

  double y(double value) {
    return top + PLOT_HEIGHT * (1 - y.at(value));
  }

  boolean shows(double atX, double atY) {
    return x.shows(atX) && y.shows(atY);
  }

  /** Where the plot's floor is. */
  double floor() {
    return top + PLOT_HEIGHT;
  }

  Frame add(String element) {
    svg.append(element);
    return this;
  }

  /** A reference line at one value, with its name beside it. */
  void guide(Guide guide) {
    if (guide.vertical()) {
      double at = x(guide.value());
      boolean near = at > (left + right) / 2;
      svg.append(path("guide", at, top, at, floor()));
      label(at + (near ? -4 : 4), floor() - 8, near ? "end" : "start", guide.label());
    } else {
      double at = y(guide.value());
      svg.append(path("guide", left, at, right, at));
      label(right - 2, at > top + 16 ? at - 4 : at + 13, "end", guide.label());
    }
  }

  /** Text over the lines, with a rim in the paper's colour. */
  private void label(double atX, double atY, String anchor, String text) {
    svg.append("<g class=\"over\">");
    text(atX, atY, anchor, text);
    svg.append("</g>");
  }

  private static String path(String style, double x1, double y1, double x2, double y2) {
    return "<path class=\""
        + style
        + "\" d=\"M"
        + Markup.number(x1)
        + " "
        + Markup.number(y1)
        + "L"
        + Markup.number(x2)
        + " "
        + Markup.number(y2)
        + "\"/>";
  }

  String close() {
    return svg.append("</svg>").toString();
  }
}
