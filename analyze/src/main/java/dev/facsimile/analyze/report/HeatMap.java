package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.List;

/**
 * How often pairs of values fall into the cells of a grid, with lines over it. More is stronger, in
 * five shades by the square root of the count, so that thin tails still show.
 */
public final class HeatMap implements Chart {
  private static final int SHADES = 5;

  private final String title;
  private final String description;
  private final Axis x;
  private final Axis y;
  private final Edges across;
  private final Edges up;
  private final long[][] counts;
  private final List<Series> lines;

  /**
   * An empty map, to be filled with {@link #add}.
   *
   * @param across the cells' edges along x
   * @param up the cells' edges along y
   * @param lines drawn over it, such as percentiles by x; at most five
   */
  public HeatMap(
      String title,
      String description,
      Axis x,
      Axis y,
      Edges across,
      Edges up,
      List<Series> lines) {
    this.title = title;
    this.description = description;
    this.x = x.startingAt(across.at(0)).endingAt(across.at(across.bins()));
    this.y = y.startingAt(up.at(0)).endingAt(up.at(up.bins()));
    this.across = across;
    this.up = up;
    this.counts = new long[across.bins()][up.bins()];
    this.lines = List.copyOf(lines);
  }

  /** Counts a pair; one outside the grid is not drawn. */
  public void add(double atX, double atY) {
    int column = across.binOf(atX);
    int row = up.binOf(atY);
    if (column >= 0 && row >= 0) {
      counts[column][row]++;
    }
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public String svg() {
    long most = 1;
    for (long[] column : counts) {
      for (long count : column) {
        most = Math.max(most, count);
      }
    }
    List<Frame.Key> keys = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      keys.add(Pen.key(lines.get(i), i + 1, false));
    }
    keys.add(new Frame.Key(shades(), "1 to " + NumberText.count(most) + " per cell"));
    Frame frame = new Frame(this, new Extent(x).scale(6, across), new Extent(y).scale(5, up), keys);
    cells(frame, most);
    for (int i = 0; i < lines.size(); i++) {
      frame.add("<g class=\"halo\">" + Pen.line(lines.get(i), i + 1, false, frame) + "</g>");
      frame.add(Pen.line(lines.get(i), i + 1, false, frame));
    }
    return frame.close();
  }

  private void cells(Frame frame, long most) {
    for (int shade = 0; shade < SHADES; shade++) {
      StringBuilder path = new StringBuilder();
      for (int column = 0; column < across.bins(); column++) {
        for (int row = 0; row < up.bins(); row++) {
          if (counts[column][row] > 0 && shade(counts[column][row], most) == shade) {
            path.append(cell(frame, column, row));
          }
        }
      }
      if (!path.isEmpty()) {
        frame.add("<path class=\"cell h" + shade + "\" d=\"" + path + "\"/>");
      }
    }
  }

  private String cell(Frame frame, int column, int row) {
    double x1 = frame.x(across.at(column));
    double x2 = frame.x(across.at(column + 1));
    double y1 = frame.y(up.at(row + 1));
    double y2 = frame.y(up.at(row));
    return "M"
        + Markup.number(x1)
        + " "
        + Markup.number(y1)
        + "H"
        + Markup.number(x2)
        + "V"
        + Markup.number(y2)
        + "H"
        + Markup.number(x1)
        + "z";
  }

  private static int shade(long count, long most) {
    return Math.min(SHADES - 1, (int) (Math.sqrt((double) count / most) * SHADES));
  }

  private static String shades() {
    StringBuilder key = new StringBuilder();
    for (int shade = 0; shade < SHADES; shade++) {
      double left = shade * 5.2;
      key.append("<path class=\"cell h")
          .append(shade)
          .append("\" d=\"M")
          .append(Markup.number(left))
          .append(" -5h5.2v10h-5.2z\"/>");
    }
    return key.toString();
  }
}
