package dev.facsimile.analyze.gate;

import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.JUnitXml;
import dev.facsimile.analyze.report.MarkdownPage;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.TextPage;
import dev.facsimile.analyze.report.Tone;
import java.util.List;
import java.util.OptionalDouble;

/** A judged gate in the forms that people and build servers read. */
public final class GateText {
  private static final String NOTE =
      "Medians over the repeats, with the interval of their order statistics. A rule fails when the"
          + " whole interval is beyond its bound, and is inconclusive when the bound lies inside."
          + " A/A: how often the rule would fail, or be inconclusive, on two sides drawn from the"
          + " baseline's runs.";

  private GateText() {}

  /** One page for a terminal. */
  public static String page(GateReport report) {
    TextPage page = new TextPage();
    page.line(lead(report)).table(table(report)).blank();
    return page.line(NOTE).text();
  }

  /** GitHub's Markdown, for a job's summary. */
  public static String markdown(GateReport report) {
    return new MarkdownPage()
        .heading("Gate " + report.gate())
        .notice(tone(report.verdict()), lead(report))
        .table(table(report))
        .paragraph(NOTE)
        .text();
  }

  /**
   * JUnit's XML: a rule that stops the release is a failure; one that is inconclusive and does not
   * stop it is skipped.
   */
  public static String junit(GateReport report) {
    JUnitXml xml = new JUnitXml("facsimile gate " + report.gate());
    for (RuleResult rule : report.rules()) {
      JUnitXml.Result result =
          switch (rule.verdict()) {
            case PASSED -> JUnitXml.Result.PASSED;
            case FAILED -> JUnitXml.Result.FAILED;
            case INCONCLUSIVE -> report.passes() ? JUnitXml.Result.SKIPPED : JUnitXml.Result.FAILED;
          };
      xml.add(
          rule.name(),
          result,
          rule.verdict().word() + ": " + rule.subject() + " " + rule.bound() + "; " + rule.found());
    }
    return xml.text();
  }

  private static String lead(GateReport report) {
    long stopped = report.rules().stream().filter(r -> r.verdict() != Verdict.PASSED).count();
    return "Gate "
        + report.gate()
        + " "
        + report.verdict().word()
        + ": "
        + (report.rules().size() - stopped)
        + " of "
        + report.rules().size()
        + " rules passed; "
        + report.candidates().size()
        + " runs of the candidate, "
        + report.baselines().size()
        + " of the baseline."
        + (report.passes() && report.verdict() == Verdict.INCONCLUSIVE
            ? " Inconclusive rules let the release through, as the gate says."
            : "");
  }

  private static DataTable table(GateReport report) {
    DataTable table =
        new DataTable("Rules")
            .words("rule", "verdict", "figure", "bound", "found")
            .numbers("A/A fails", "A/A inconclusive");
    for (RuleResult rule : report.rules()) {
      table.row(
          List.of(
              Cell.of(rule.name()),
              Cell.of(rule.verdict().word(), tone(rule.verdict())),
              Cell.of(rule.subject()),
              Cell.of(rule.bound()),
              Cell.of(rule.found()),
              Cell.of(share(rule.falseAlarm())),
              Cell.of(share(rule.falseInconclusive()))));
    }
    return table;
  }

  private static String share(OptionalDouble share) {
    return share.isPresent() ? NumberText.percent(share.getAsDouble()) : "–";
  }

  private static Tone tone(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> Tone.GOOD;
      case FAILED -> Tone.BAD;
      case INCONCLUSIVE -> Tone.WARNING;
    };
  }
}
