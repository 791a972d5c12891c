package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the time of single requests went: one bar each from when it was due, cut into parts, all on
 * one axis of time.
 *
 * @param title what it shows
 * @param description how to read it
 * @param parts names of the parts, in order; at most six
 * @param rows from top to bottom
 */
public record Waterfall(String title, String description, List<String> parts, List<Row> rows)
    implements Chart {
  private static final int ROW = 32;
  private static final int TOP = 26;

  /**
   * One request.
   *
   * @param name what it is
   * @param nanos how long each part took, 0 or more
   */
  public record Row(String name, List<Long> nanos) {
    public Row {
      nanos = List.copyOf(nanos);
    }

    private long total() {
      return nanos.stream().mapToLong(Long::longValue).sum();
    }
  }

  public Waterfall {
    parts = List.copyOf(parts);
    rows = List.copyOf(rows);
  }

  @Override
  public String svg() {
    long longest = Math.max(1, rows.stream().mapToLong(Row::total).max().orElse(1));
    int room = Frame.WIDTH - 80;
    List<String> keys = new ArrayList<>();
    double keyX = 0;
    int keyY = 12;
    for (int i = 0; i < parts.size(); i++) {
      double width = 24 + parts.get(i).length() * 7.0;
      if (keyX > 0 && keyX + width > Frame.WIDTH) {
        keyX = 0;
        keyY += 18;
      }
      keys.add(rect(i, keyX, keyY - 9, 10, 10) + text(keyX + 14, keyY, parts.get(i)));
      keyX += width;
    }
    int top = keyY + TOP - 12;
    StringBuilder svg = new StringBuilder(Frame.open(this, top + rows.size() * (double) ROW + 4));
    keys.forEach(svg::append);
    for (int r = 0; r < rows.size(); r++) {
      Row row = rows.get(r);
      int y = top + r * ROW;
      svg.append(text(0, y + 11, row.name()));
      double x = 0;
      for (int i = 0; i < row.nanos().size(); i++) {
        double width = (double) row.nanos().get(i) / longest * room;
        svg.append(rect(i, x, y + 15, width, 10));
        x += width;
      }
      svg.append(text(x + 6, y + 24, NumberText.duration(row.total())));
    }
    return svg.append("</svg>").toString();
  }

  private static String rect(int part, double x, double y, double width, double height) {
    return width < 0.05
        ? ""
        : "<path class=\"mark f"
            + part % Pen.PENS
            + "\" d=\"M"
            + Markup.number(x)
            + " "
            + Markup.number(y)
            + "h"
            + Markup.number(Math.max(0.2, width))
            + "v"
            + Markup.number(height)
            + "h-"
            + Markup.number(Math.max(0.2, width))
            + "z\"/>";
  }

  private static String text(double x, double y, String text) {
    return "<text x=\""
        + Markup.number(x)
        + "\" y=\""
        + Markup.number(y)
        + "\">"
        + Markup.escape(text)
        + "</text>";
  }
}
