package dev.facsimile.analyze.report;

import java.util.List;

/**
 * Horizontal bars from 0, each with its name above and its value behind it.
 *
 * @param title what it shows
 * @param description how to read it
 * @param bars from top to bottom
 * @param full the value of a full bar
 */
public record BarChart(String title, String description, List<Bar> bars, double full)
    implements Chart {
  private static final int ROW = 36;

  /**
   * One bar.
   *
   * @param name what it stands for
   * @param value 0 or more
   * @param text the value as text
   */
  public record Bar(String name, double value, String text) {}

  public BarChart {
    bars = List.copyOf(bars);
    if (!(full > 0)) {
      throw new IllegalArgumentException("a full bar is " + full + ", expected more than 0");
    }
  }

  @Override
  public String svg() {
    StringBuilder svg = new StringBuilder(Frame.open(this, bars.size() * ROW + 6.0));
    int room = Frame.WIDTH - 110;
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double width = room * Math.max(0, Math.min(1, bar.value() / full));
      int top = i * ROW;
      svg.append("<text x=\"0\" y=\"")
          .append(top + 14)
          .append("\">")
          .append(Markup.escape(bar.name()))
          .append("</text><path class=\"track\" d=\"M0 ")
          .append(top + 20)
          .append('h')
          .append(room)
          .append("v10H0z\"/><path class=\"mark f0\" d=\"M0 ")
          .append(top + 20)
          .append('h')
          .append(Markup.number(width))
          .append("v10H0z\"/><text x=\"")
          .append(room + 8)
          .append("\" y=\"")
          .append(top + 30)
          .append("\">")
          .append(Markup.escape(bar.text()))
          .append("</text>");
    }
    return svg.append("</svg>").toString();
  }
}
