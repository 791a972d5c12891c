package dev.facsimile.analyze.compare;

import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.HtmlPage;
import dev.facsimile.analyze.report.MarkdownPage;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Section;
import dev.facsimile.analyze.report.TextPage;
import dev.facsimile.analyze.report.Tone;
import dev.facsimile.analyze.report.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A comparison in the forms that people read. */
public final class ComparisonText {
  private static final int SLICES = 15;

  private ComparisonText() {}

  /** One page for a terminal. */
  public static String page(RunComparison comparison) {
    TextPage page = new TextPage();
    page.line(lead(comparison));
    warnings(comparison).forEach(sentence -> page.line("! " + sentence));
    page.table(table(comparison)).blank();
    sentences(comparison).forEach(page::line);
    return page.table(slices(comparison, SLICES)).text();
  }

  /** GitHub's Markdown. */
  public static String markdown(RunComparison comparison) {
    MarkdownPage page = new MarkdownPage().heading("Runs compared").paragraph(lead(comparison));
    warnings(comparison).forEach(sentence -> page.notice(Tone.WARNING, sentence));
    page.table(table(comparison));
    sentences(comparison).forEach(page::paragraph);
    return page.table(slices(comparison, SLICES)).text();
  }

  /** An HTML page. */
  public static HtmlPage html(RunComparison comparison) {
    HtmlPage page = new HtmlPage("Runs compared", lead(comparison));
    Section whole = page.section("Differences");
    warnings(comparison).forEach(sentence -> whole.notice(Tone.WARNING, sentence));
    whole.table(table(comparison));
    sentences(comparison).forEach(whole::note);
    DataTable slices = slices(comparison, Integer.MAX_VALUE);
    if (!slices.isEmpty()) {
      page.section("Slices").table(slices);
    }
    page.section("What had to be the same").table(facts(comparison));
    return page;
  }

  private static String lead(RunComparison comparison) {
    return comparison.base()
        + runs(comparison.baseRuns().size())
        + " against "
        + comparison.other()
        + runs(comparison.otherRuns().size())
        + comparison
            .varied()
            .map(fact -> ", which are meant to differ in " + fact.sentence())
            .orElse(", the same load on both")
        + ".";
  }

  private static String runs(int runs) {
    return runs == 1 ? "" : " (" + runs + " runs)";
  }

  private static List<String> warnings(RunComparison comparison) {
    List<String> warnings = new ArrayList<>(comparison.doubts());
    AnswerChange answers = comparison.answers();
    if (answers.changed()) {
      warnings.add(
          "The answers changed, which can pass for speed: "
              + NumberText.number(answers.baseMeanTokens().orElse(0))
              + " output tokens on average became "
              + NumberText.number(answers.otherMeanTokens().orElse(0))
              + (answers.lengthsChanged()
                  ? ", distance of the lengths "
                      + NumberText.number(answers.lengthDistance().getAsDouble())
                      + " (p "
                      + probability(answers.lengthProbability().getAsDouble())
                      + ")"
                  : "")
              + (answers.reasonProbability().isPresent()
                  ? ", reasons to stop "
                      + reasons(answers.baseReasons())
                      + " became "
                      + reasons(answers.otherReasons())
                      + " (p "
                      + probability(answers.reasonProbability().getAsDouble())
                      + ")"
                  : "")
              + ".");
    }
    return warnings;
  }

  private static String probability(double p) {
    return p < 0.001 ? "< 0.001" : NumberText.number(p);
  }

  private static String reasons(Map<String, Long> reasons) {
    List<String> parts = new ArrayList<>();
    reasons.forEach((reason, n) -> parts.add(NumberText.count(n) + " " + reason));
    return String.join(", ", parts);
  }

  private static List<String> sentences(RunComparison comparison) {
    List<String> sentences = new ArrayList<>();
    boolean repeats = Math.min(comparison.baseRuns().size(), comparison.otherRuns().size()) >= 3;
    sentences.add(
        repeats
            ? "Means over the repeats; the intervals hold what differs from run to run."
            : "Fewer than 3 repeats on a side: the intervals hold the chance within a run only, not"
                + " what differs from run to run.");
    if (!comparison.answers().changed()) {
      sentences.add("Output lengths and finish reasons do not differ by more than chance.");
    }
    if (comparison.networkShare().isPresent()) {
      sentences.add(
          "The network's share of the slower side's TTFT p50 from dispatch: "
              + NumberText.percent(comparison.networkShare().getAsDouble())
              + ".");
    }
    long judged = comparison.judgedSlices();
    if (judged > 0) {
      sentences.add(
          "Slices: "
              + comparison.toldSlices().size()
              + " of "
              + judged
              + " differences have an interval without 0; chance alone makes about "
              + NumberText.number(judged * 0.05)
              + ".");
    }
    return sentences;
  }

  private static DataTable table(RunComparison comparison) {
    DataTable table = columns("Differences, second side − first side", "figure");
    comparison.differences().forEach(d -> row(table, d.figure(), d));
    return table;
  }

  private static DataTable slices(RunComparison comparison, int most) {
    DataTable table =
        columns("Slices whose difference is none of chance (95 %)", "slice and figure");
    comparison.toldSlices().stream()
        .limit(most)
        .forEach(d -> row(table, d.slice().orElse("") + " " + d.figure(), d));
    return table;
  }

  private static DataTable columns(String caption, String first) {
    return new DataTable(caption)
        .words(first, "verdict")
        .numbers("first", "second", "change", "95 % interval", "relative");
  }

  private static void row(DataTable table, String name, Difference d) {
    Unit unit = d.unit();
    table.row(
        List.of(
            Cell.of(name),
            Cell.of(d.verdict().word(), tone(d.verdict())),
            Cell.of(unit.text(d.base().value())),
            Cell.of(unit.text(d.other().value())),
            Cell.of(signed(unit, d.change())),
            Cell.of(
                d.low().isPresent()
                    ? signed(unit, d.low().getAsDouble())
                        + " – "
                        + signed(unit, d.high().getAsDouble())
                    : "–"),
            Cell.of(
                d.relative().isPresent()
                    ? (d.change() > 0 ? "+" : "")
                        + NumberText.number(d.relative().getAsDouble() * 100)
                        + " %"
                    : "–")));
  }

  private static String signed(Unit unit, double value) {
    String text =
        unit == Unit.SHARE ? NumberText.number(value * 100) + " points" : unit.text(value);
    return value > 0 ? "+" + text : text;
  }

  private static Tone tone(Difference.Verdict verdict) {
    return switch (verdict) {
      case BETTER -> Tone.GOOD;
      case WORSE -> Tone.BAD;
      case DIFFERENT -> Tone.WARNING;
      case NOT_TO_TELL, UNKNOWN -> Tone.PLAIN;
    };
  }

  private static DataTable facts(RunComparison comparison) {
    DataTable table = new DataTable("What each side says").words("fact", "first", "second");
    comparison
        .facts()
        .forEach((fact, said) -> table.row(fact.sentence(), said.get(0), said.get(1)));
    return table;
  }
}
