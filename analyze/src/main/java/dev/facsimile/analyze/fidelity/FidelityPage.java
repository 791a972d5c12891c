package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.Chart;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.HtmlPage;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Section;
import dev.facsimile.analyze.report.Tone;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** A fidelity report as an HTML page: the verdict, the axes, and pictures of both sides. */
public final class FidelityPage {
  private static final double BAR_TICKS = 4;

  private final FidelityReport report;
  private final FidelityJson json;
  private final HtmlPage page;

  private FidelityPage(FidelityReport report) {
    this.report = report;
    this.json = FidelityJson.of(report);
    this.page =
        new HtmlPage(
            "Trace fidelity: grade " + FidelityText.gradeText(json),
            FidelityText.describe("Source", json.source())
                + " against "
                + FidelityText.describe("", json.other()).strip()
                + ".");
  }

  /** The page of a report. */
  public static HtmlPage of(FidelityReport report) {
    FidelityPage page = new FidelityPage(report);
    page.marks();
    page.targets();
    page.verdict();
    page.pictures();
    page.prefixHits();
    page.figures();
    page.fingerprint();
    return page.page;
  }

  private void marks() {
    for (FidelityJson.SideJson side : List.of(json.source(), json.other())) {
      if (side.synthetic()) {
        page.mark(Tone.WARNING, "SYNTHETIC", side.name() + ": no trace stands behind it.");
        FidelityText.notReproduced(side)
            .forEach(what -> page.mark(Tone.PLAIN, "Not reproduced", side.name() + ": " + what));
      }
      if (side.unapproved()) {
        page.mark(
            Tone.BAD,
            "UNAPPROVED",
            side.name() + " is, or was made from, a trace without a valid approval.");
      }
      side.approval()
          .ifPresent(
              approval ->
                  page.mark(Tone.PLAIN, "Approval", side.name() + ": " + approval.sentence()));
      side.declaredChanges()
          .forEach(change -> page.mark(Tone.PLAIN, "Declared change", side.name() + ": " + change));
      if (side.leftOut() > 0) {
        page.mark(
            Tone.WARNING,
            NumberText.count(side.leftOut()) + " left out",
            side.run()
                ? "Requests of the run that were never sent are not counted."
                : side.name() + ": rows without known lengths are not compared.");
      }
    }
  }

  private void targets() {
    report.targetSentences().forEach(sentence -> page.mark(Tone.PLAIN, "Judged so", sentence));
  }

  private void verdict() {
    Section section = page.section("Axes");
    DataTable table = new DataTable("Difference on every axis, against the source's own noise");
    table
        .words("Axis", "Grade")
        .numbers("R")
        .words("Effect (source/other)")
        .numbers("n*")
        .words("Note");
    for (AxisResult axis : report.axes()) {
      AxisLine line = AxisLine.of(json, axis);
      table.row(
          List.of(
              Cell.of(line.axis()),
              Cell.of(
                  line.grade(),
                  report.meantToDiffer().contains(axis.id()) ? Tone.PLAIN : tone(axis)),
              axis instanceof AxisResult.Judged judged
                  ? Cell.bar(
                      line.noiseRatio(), FidelityText.position(judged.noiseRatio()) / BAR_TICKS)
                  : Cell.of(line.noiseRatio()),
              Cell.of(line.effect()),
              Cell.of(line.nStar()),
              Cell.of(line.note())));
    }
    section.table(table);
    section.note(
        FidelityText.explanation(json)
            + " The bar of R has 0, 1, 2, 5 and 20 at even distances. Grades: A to 1.2 or where the"
            + " effect is negligible, B to 2, C to 5, D to 20, then F.");
  }

  private static Tone tone(AxisResult axis) {
    if (axis instanceof AxisResult.Judged judged) {
      return switch (judged.grade()) {
        case A, B -> Tone.GOOD;
        case C -> Tone.WARNING;
        case D, F -> Tone.BAD;
      };
    }
    return Tone.PLAIN;
  }

  private void pictures() {
    FidelityCharts charts = new FidelityCharts(report);
    Map<String, List<Supplier<Chart>>> sections = new LinkedHashMap<>();
    sections.put("Lengths", List.of(charts::inputs, charts::outputs));
    sections.put(
        "Input × output",
        List.of(
            () -> charts.density(report.source(), "Source"),
            () -> charts.density(report.other(), "Other")));
    sections.put("Arrivals", List.of(charts::rate, charts::burst, charts::gaps));
    sections.put("Lengths over time", List.of(charts::inputDrift, charts::outputDrift));
    if (report.source().traffic().sessionsKnown()) {
      sections.put("Sessions", List.of(charts::turns, charts::turnGaps));
    }
    // Drawn at the same time, put on the page in their order.
    Iterator<Chart> drawn =
        sections.values().stream().flatMap(List::stream).toList().parallelStream()
            .map(Supplier::get)
            .toList()
            .iterator();
    sections.forEach(
        (title, some) ->
            page.section(title)
                .charts(some.stream().map(one -> drawn.next()).toArray(Chart[]::new)));
  }

  private void prefixHits() {
    Optional<HitShares> source = report.source().prefixHits();
    Optional<HitShares> other = report.other().prefixHits();
    if (source.isEmpty() && other.isEmpty()) {
      return;
    }
    DataTable table = new DataTable("Prefix hits in an infinite cache that starts empty");
    table
        .words("Side")
        .numbers("By blocks", "By tokens", "Per-request mean", "Requests with blocks");
    hits(table, "Source", source);
    hits(table, "Other", other);
    Section section = page.section("Prefix reuse");
    section
        .table(table)
        .note(
            "By blocks: hit blocks ÷ blocks. By tokens: hit tokens ÷ input tokens. Per-request"
                + " mean: the mean over requests of hit tokens ÷ input tokens. LRU: the least"
                + " recently used block leaves first; all blocks of a request are looked up before"
                + " any is put in.");
    charts(section);
  }

  private void charts(Section section) {
    new FidelityCharts(report).hitRatio().ifPresent(section::charts);
  }

  private static void hits(DataTable table, String side, Optional<HitShares> hits) {
    if (hits.isEmpty()) {
      table.row(side, "no blocks", "–", "–", "–");
    } else {
      table.row(
          side,
          NumberText.percent(hits.get().blockShare()),
          NumberText.percent(hits.get().tokenShare()),
          NumberText.percent(hits.get().requestMean()),
          NumberText.count(hits.get().requests()));
    }
  }

  private void figures() {
    Section section = page.section("Figures behind the axes");
    for (AxisResult axis : report.axes()) {
      if (axis instanceof AxisResult.Judged judged) {
        section.details(
            judged.id().word() + ": " + judged.summary(),
            inside -> {
              inside.table(parts(judged));
              inside.list(new ArrayList<>(judged.notes()));
            });
      }
    }
  }

  private static DataTable parts(AxisResult.Judged judged) {
    DataTable table = new DataTable("What the axis is made of");
    table.words("Figure").numbers("Source", "Other", "Effect").words("Unit").numbers("R");
    for (AxisResult.Part part : judged.parts()) {
      table.row(
          part.what(),
          number(part.source()),
          number(part.other()),
          NumberText.number(part.effect()),
          part.unit(),
          NumberText.number(part.noiseRatio()));
    }
    return table;
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? NumberText.number(value.getAsDouble()) : "–";
  }

  private void fingerprint() {
    page.section("Fingerprint").paragraph(Fingerprint.of(report).text());
  }
}
