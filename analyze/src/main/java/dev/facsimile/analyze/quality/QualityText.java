package dev.facsimile.analyze.quality;

import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.MarkdownPage;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.TextPage;
import dev.facsimile.analyze.report.Tone;
import java.util.List;

/** Scores in the forms that people read. */
public final class QualityText {
  private static final String NOTE =
      "An item without an answer counts as wrong. Intervals are 95 % (Wilson); changes are judged"
          + " item by item (McNemar's exact test).";

  private QualityText() {}

  /** One page for a terminal. */
  public static String page(QualityReport report) {
    return new TextPage().table(scores(report)).table(changes(report)).blank().line(NOTE).text();
  }

  /** GitHub's Markdown. */
  public static String markdown(QualityReport report) {
    return new MarkdownPage()
        .heading("Quality of answers")
        .table(scores(report))
        .table(changes(report))
        .paragraph(NOTE)
        .text();
  }

  private static DataTable scores(QualityReport report) {
    DataTable table = new DataTable("Right answers").words("run", "group");
    table.numbers("items", "right", "unanswered", "share", "95 % interval");
    for (QualityReport.RunScore run : report.runs()) {
      row(table, run.run(), "all", run.all());
      if (run.groups().size() > 1) {
        run.groups().forEach((group, score) -> row(table, run.run(), group, score));
      }
    }
    return table;
  }

  private static void row(DataTable table, String run, String group, QualityReport.Score score) {
    table.row(
        run,
        group,
        NumberText.count(score.items()),
        NumberText.count(score.right()),
        NumberText.count(score.unanswered()),
        NumberText.percent(score.share()),
        NumberText.percent(score.low()) + " – " + NumberText.percent(score.high()));
  }

  private static DataTable changes(QualityReport report) {
    DataTable table = new DataTable("Against the first run, item by item").words("run", "verdict");
    table.numbers("lost", "gained", "p");
    for (QualityReport.Change change : report.changes()) {
      boolean told = change.probability() < 0.05;
      table.row(
          List.of(
              Cell.of(change.run()),
              change.isWorse()
                  ? Cell.of("worse", Tone.BAD)
                  : Cell.of(told ? "better" : "no difference to tell"),
              Cell.of(NumberText.count(change.lost())),
              Cell.of(NumberText.count(change.gained())),
              Cell.of(NumberText.number(change.probability()))));
    }
    return table;
  }
}
