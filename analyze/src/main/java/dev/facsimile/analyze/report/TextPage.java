package dev.facsimile.analyze.report;

/** A report as plain text for a terminal, in lines of about a hundred characters. */
public final class TextPage {
  private static final int WIDTH = 100;

  private final StringBuilder out = new StringBuilder();

  /** A table with an empty line before it; nothing where it has no rows. */
  public TextPage table(DataTable table) {
    if (!table.isEmpty()) {
      out.append('\n').append(table.text());
    }
    return this;
  }

  /** A sentence, broken between words. */
  public TextPage line(String sentence) {
    int column = 0;
    for (String word : NumberText.plain(sentence).split(" ")) {
      if (column > 0 && column + 1 + word.length() > WIDTH) {
        out.append("\n  ");
        column = 2;
      } else if (column > 0) {
        out.append(' ');
        column++;
      }
      out.append(word);
      column += word.length();
    }
    out.append('\n');
    return this;
  }

  /** An empty line. */
  public TextPage blank() {
    out.append('\n');
    return this;
  }

  /** The text so far. */
  public String text() {
    return out.toString();
  }
}
