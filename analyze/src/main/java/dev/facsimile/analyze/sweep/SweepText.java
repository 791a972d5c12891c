package dev.facsimile.analyze.sweep;

import dev.facsimile.analyze.report.Axis;
import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.Chart;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.HtmlPage;
import dev.facsimile.analyze.report.LineChart;
import dev.facsimile.analyze.report.MarkdownPage;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Section;
import dev.facsimile.analyze.report.Series;
import dev.facsimile.analyze.report.TextPage;
import dev.facsimile.analyze.report.Tone;
import dev.facsimile.analyze.report.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A sweep in the forms that people read. */
public final class SweepText {
  private SweepText() {}

  /** One page for a terminal. */
  public static String page(SweepReport report) {
    TextPage page = new TextPage();
    sentences(report).forEach(page::line);
    report.findings().forEach(finding -> page.line("! " + finding));
    report.stacks().forEach(stack -> page.table(table(stack)));
    return page.text();
  }

  /** GitHub's Markdown. */
  public static String markdown(SweepReport report) {
    MarkdownPage page = new MarkdownPage().heading("Sweep");
    sentences(report).forEach(page::paragraph);
    report.findings().forEach(finding -> page.notice(Tone.WARNING, finding));
    report.stacks().forEach(stack -> page.table(table(stack)));
    return page.text();
  }

  /** An HTML page; two stacks lie over each other in every chart. */
  public static HtmlPage html(SweepReport report) {
    String names = report.stacks().stream().map(Stack::name).collect(Collectors.joining(" and "));
    HtmlPage page = new HtmlPage("Sweep of " + names, objectives(report));
    Section verdict = page.section("Operating points");
    sentences(report).forEach(verdict::paragraph);
    report.findings().forEach(finding -> verdict.notice(Tone.WARNING, finding));
    verdict.charts(
        chart(
            report,
            "Throughput against latency",
            "Output tokens per second over TTFT p90, a point for each load; up and to the left is"
                + " better.",
            Axis.log("TTFT p90", Unit.NANOS),
            Axis.linear("Output tokens", Unit.PER_SECOND).startingAt(0),
            p -> p.ttftP90Nanos().orElse(Double.NaN),
            Point::outputTokensPerSecond),
        chart(
            report,
            "Goodput against load",
            "Requests that met every objective, per second; where it bends down, more load makes"
                + " less good work.",
            load(report),
            Axis.linear("Good requests", Unit.PER_SECOND).startingAt(0),
            Point::load,
            Point::goodputPerSecond),
        chart(
            report,
            "TTFT p90 against load",
            "As a user felt it, from schedule where that is known.",
            load(report),
            Axis.log("TTFT p90", Unit.NANOS),
            Point::load,
            p -> p.ttftP90Nanos().orElse(Double.NaN)),
        chart(
            report,
            "Throughput against load",
            "Output tokens per second of completed requests.",
            load(report),
            Axis.linear("Output tokens", Unit.PER_SECOND).startingAt(0),
            Point::load,
            Point::outputTokensPerSecond));
    Section loads = page.section("Loads");
    report.stacks().forEach(stack -> loads.table(table(stack)));
    return page;
  }

  private static Axis load(SweepReport report) {
    boolean clients = report.stacks().stream().allMatch(Stack::byClients);
    return clients
        ? Axis.linear("Clients", Unit.NUMBER).startingAt(0)
        : Axis.linear("Offered", Unit.PER_SECOND).startingAt(0);
  }

  private static Chart chart(
      SweepReport report,
      String title,
      String description,
      Axis x,
      Axis y,
      ToDoubleFunction<Point> across,
      ToDoubleFunction<Point> up) {
    return LineChart.lines(
        title,
        description,
        x,
        y,
        report.stacks().stream()
            .map(
                stack ->
                    Series.of(
                        stack.name(),
                        stack.points().stream().mapToDouble(across).toArray(),
                        stack.points().stream().mapToDouble(up).toArray()))
            .toArray(Series[]::new));
  }

  private static String objectives(SweepReport report) {
    return "Objectives: "
        + report.objectives().limitNanos().entrySet().stream()
            .map(e -> e.getKey().name() + " ≤ " + NumberText.duration(e.getValue()))
            .collect(Collectors.joining(", "))
        + ", for "
        + NumberText.percent(report.share())
        + " of the requests offered.";
  }

  private static List<String> sentences(SweepReport report) {
    List<String> sentences = new ArrayList<>();
    report.stacks().forEach(stack -> sentences.add(sentence(stack, report.share())));
    if (report.stacks().size() == 2) {
      sentences.add(versus(report.stacks().get(0), report.stacks().get(1)));
    }
    return sentences;
  }

  private static String sentence(Stack stack, double share) {
    String best =
        stack.best().isPresent()
            ? "best operating point at "
                + load(stack, stack.best().getAsInt())
                + ": "
                + NumberText.with(
                    stack.points().get(stack.best().getAsInt()).goodputPerSecond(), "good/s")
            : "no load meets the objectives for " + NumberText.percent(share) + " of requests";
    String knee =
        stack.knee().isPresent()
            ? "; the knee of TTFT p90 is at " + load(stack, stack.knee().getAsInt())
            : "; no knee to be seen in TTFT p90";
    String saturation =
        stack.saturation().isPresent()
            ? "; beyond "
                + load(stack, stack.saturation().getAsInt())
                + " more load adds no output tokens/s"
            : "; output tokens/s still grew at the largest load";
    return stack.name() + ": " + best + knee + saturation + ".";
  }

  private static String load(Stack stack, int point) {
    double load = stack.points().get(point).load();
    return stack.byClients()
        ? NumberText.count(Math.round(load)) + " clients"
        : NumberText.with(load, "/s");
  }

  private static String versus(Stack one, Stack two) {
    if (one.best().isEmpty() || two.best().isEmpty()) {
      return "The two have no operating points to compare under these objectives.";
    }
    double a = one.points().get(one.best().getAsInt()).goodputPerSecond();
    double b = two.points().get(two.best().getAsInt()).goodputPerSecond();
    return two.name()
        + " carries "
        + NumberText.number(b / a)
        + " times the goodput of "
        + one.name()
        + " at their best operating points.";
  }

  private static DataTable table(Stack stack) {
    DataTable table =
        new DataTable(stack.name() + ": loads, medians over repeats")
            .words(stack.byClients() ? "clients" : "offered/s", "")
            .numbers("runs", "completed/s", "output tokens/s", "goodput/s", "SLO share", "errors")
            .numbers("TTFT p50", "TTFT p90", "TTFT p99", "ITL p50");
    boolean energy = stack.points().stream().anyMatch(p -> p.outputTokensPerJoule().isPresent());
    if (energy) {
      table.numbers("tokens/J");
    }
    for (int i = 0; i < stack.points().size(); i++) {
      Point p = stack.points().get(i);
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(NumberText.number(p.load())));
      cells.add(Cell.of(marks(stack, i)));
      cells.add(Cell.of(NumberText.count(p.runs().size())));
      cells.add(Cell.of(NumberText.number(p.completedPerSecond())));
      cells.add(Cell.of(NumberText.number(p.outputTokensPerSecond())));
      cells.add(Cell.of(NumberText.number(p.goodputPerSecond())));
      cells.add(Cell.bar(NumberText.percent(p.sloShare()), p.sloShare()));
      cells.add(Cell.of(NumberText.percent(p.errorShare())));
      for (OptionalDouble nanos :
          List.of(p.ttftP50Nanos(), p.ttftP90Nanos(), p.ttftP99Nanos(), p.itlP50Nanos())) {
        cells.add(Cell.of(nanos.isPresent() ? NumberText.duration(nanos.getAsDouble()) : "–"));
      }
      if (energy) {
        cells.add(Cell.of(NumberText.number(p.outputTokensPerJoule().orElse(0))));
      }
      table.row(cells);
    }
    return table;
  }

  private static String marks(Stack stack, int point) {
    List<String> marks = new ArrayList<>();
    if (stack.best().equals(OptionalInt.of(point))) {
      marks.add("best");
    }
    if (stack.knee().equals(OptionalInt.of(point))) {
      marks.add("knee");
    }
    if (stack.saturation().equals(OptionalInt.of(point))) {
      marks.add("saturated");
    }
    return String.join(", ", marks);
  }
}
