package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.List;

/** A report as GitHub's Markdown: a job's summary, a comment on a pull request, a wiki. */
public final class MarkdownPage {
  private final StringBuilder out = new StringBuilder();

  /** A heading of the second level. */
  public MarkdownPage heading(String text) {
    out.append("## ").append(escape(text)).append("\n\n");
    return this;
  }

  /** A paragraph. */
  public MarkdownPage paragraph(String sentence) {
    out.append(escape(sentence)).append("\n\n");
    return this;
  }

  /** A paragraph that must not be overlooked. */
  public MarkdownPage notice(Tone tone, String sentence) {
    String sign =
        switch (tone) {
          case PLAIN -> "";
          case GOOD -> "✅ ";
          case WARNING -> "⚠️ ";
          case BAD -> "❌ ";
        };
    out.append(sign).append("**").append(escape(sentence)).append("**\n\n");
    return this;
  }

  /** A table under its caption; nothing where it has no rows. */
  public MarkdownPage table(DataTable table) {
    if (table.isEmpty()) {
      return this;
    }
    out.append("**").append(escape(table.caption())).append("**\n\n");
    row(table.labels());
    List<String> rules = new ArrayList<>();
    table.numeric().forEach(number -> rules.add(number ? "---:" : "---"));
    row(rules);
    table.texts().forEach(this::row);
    out.append('\n');
    return this;
  }

  private void row(List<String> cells) {
    out.append("| ");
    out.append(String.join(" | ", cells.stream().map(MarkdownPage::escape).toList()));
    out.append(" |\n");
  }

  private static String escape(String text) {
    return NumberText.plain(text)
        .replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replace("\n", " ");
  }

  /** The text so far. */
  public String text() {
    return out.toString();
  }
}
