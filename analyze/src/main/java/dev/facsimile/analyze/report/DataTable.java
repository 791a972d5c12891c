package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table of a report, for a page or a terminal. The first column names the row. */
public final class DataTable {
  private final String caption;
  private final List<Column> columns = new ArrayList<>();
  private final List<List<Cell>> rows = new ArrayList<>();

  private record Column(String label, boolean number) {}

  /**
   * A table without columns yet.
   *
   * @param caption what it shows
   */
  public DataTable(String caption) {
    this.caption = caption;
  }

  /** Adds a column of words. */
  public DataTable words(String... labels) {
    for (String label : labels) {
      columns.add(new Column(label, false));
    }
    return this;
  }

  /** Adds columns of numbers, set flush right. */
  public DataTable numbers(String... labels) {
    for (String label : labels) {
      columns.add(new Column(label, true));
    }
    return this;
  }

  /** Adds a row of plain cells. */
  public DataTable row(String... texts) {
    List<Cell> cells = new ArrayList<>();
    for (String text : texts) {
      cells.add(Cell.of(text));
    }
    return row(cells);
  }

  /** Adds a row. */
  public DataTable row(List<Cell> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells in a row of '" + caption + "', expected " + columns.size());
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  public String caption() {
    return caption;
  }

  /** The columns' labels. */
  List<String> labels() {
    return columns.stream().map(Column::label).toList();
  }

  /** Which columns hold numbers. */
  List<Boolean> numeric() {
    return columns.stream().map(Column::number).toList();
  }

  /** The rows as plain text. */
  List<List<String>> texts() {
    return rows.stream().map(row -> row.stream().map(DataTable::plain).toList()).toList();
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table for a page, in a container of its own that scrolls where it is too wide. */
  String html() {
    StringBuilder out = new StringBuilder();
    out.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
        .append(Markup.escape(caption))
        .append("\"><table><caption>")
        .append(Markup.escape(caption))
        .append("</caption><thead><tr>");
    for (Column column : columns) {
      out.append("<th scope=\"col\"").append(column.number() ? " class=\"num\">" : ">");
      out.append(Markup.escape(column.label())).append("</th>");
    }
    out.append("</tr></thead><tbody>");
    for (List<Cell> row : rows) {
      out.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        cell(row.get(i), columns.get(i).number(), i == 0, out);
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody></table></div>\n").toString();
  }

  private static void cell(Cell cell, boolean number, boolean head, StringBuilder out) {
    out.append(head ? "<th scope=\"row\" class=\"" : "<td class=\"")
        .append(number ? "num " : "")
        .append(cell.tone().style())
        .append("\">");
    if (!cell.tone().sign().isEmpty()) {
      out.append("<span class=\"sign\">").append(cell.tone().sign()).append("</span> ");
    }
    out.append(Markup.escape(cell.text()));
    cell.share()
        .ifPresent(
            share ->
                out.append("<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:")
                    .append(Markup.number(share * 100))
                    .append("%\"></i></span>"));
    out.append(head ? "</th>" : "</td>");
  }

  /** The table as plain text: caption, head, rows; columns two spaces apart. */
  public String text() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).label().length();
      for (List<Cell> row : rows) {
        widths[i] = Math.max(widths[i], plain(row.get(i)).length());
      }
    }
    StringBuilder out = new StringBuilder(NumberText.plain(caption)).append('\n');
    line(columns.stream().map(Column::label).toList(), widths, out);
    for (List<Cell> row : rows) {
      line(row.stream().map(DataTable::plain).toList(), widths, out);
    }
    return out.toString();
  }

  private void line(List<String> texts, int[] widths, StringBuilder out) {
    StringBuilder line = new StringBuilder(" ");
    for (int i = 0; i < widths.length; i++) {
      String pad = String.join("", Collections.nCopies(widths[i] - texts.get(i).length(), " "));
      boolean number = columns.get(i).number();
      line.append(' ').append(number ? pad + texts.get(i) : texts.get(i) + pad).append(' ');
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private static String plain(Cell cell) {
    String sign = cell.tone().sign();
    return NumberText.plain(sign.isEmpty() ? cell.text() : sign + " " + cell.text());
  }
}
