package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.FidelityJson.SideJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A fidelity report as one page of plain text, and as Markdown. */
public final class FidelityText {
  /** Ticks of the bar: R = 0, 1, 2, 5 and 20, evenly spaced. */
  private static final double[] TICKS = {0, 1, 2, 5, 20};

  private static final int WIDTH = 110;
  private static final int STEP = 5;
  private static final int BAR = STEP * (TICKS.length - 1);
  private static final String HEAD = "0----1----2----5----20+";
  private static final String NOT_JUDGED = " %-13s %-5s %s";
  private static final String LINE = " %-13s %-5s %-32s %5s  |%-" + BAR + "s|  %5s  %s%n";

  private FidelityText() {}

  /** One page for a terminal. */
  public static String page(FidelityReport report) {
    return page(FidelityJson.of(report));
  }

  /** One page for a terminal. */
  public static String page(FidelityJson report) {
    StringBuilder page = new StringBuilder();
    page.append(
        String.format(
            Locale.ROOT, "TRACE FIDELITY%" + (WIDTH - 14) + "s%n", "GRADE  " + gradeText(report)));
    page.append(side("source", report.source())).append(side("other", report.other()));
    marks(report).forEach(mark -> page.append("! ").append(mark).append('\n'));
    page.append('\n');
    page.append(
        String.format(
            Locale.ROOT,
            " %-13s %-5s %-32s %5s  %-" + (BAR + 2) + "s %5s  %s%n",
            "axis",
            "grade",
            "effect (source/other)",
            "R",
            HEAD,
            "n*",
            "note"));
    for (FidelityJson.AxisJson one : report.axes()) {
      AxisResult axis = one.result();
      AxisLine line = AxisLine.of(report, axis);
      page.append(
          axis instanceof AxisResult.NotJudged
              ? notJudged(line)
              : String.format(
                      Locale.ROOT,
                      LINE,
                      line.axis(),
                      line.grade(),
                      line.effect(),
                      line.noiseRatio(),
                      bar(axis),
                      line.nStar(),
                      line.note())
                  .replaceAll(" +\n", "\n"));
    }
    page.append('\n').append(wrapped(explanation(report)));
    return page.append(wrapped("fingerprint: " + report.fingerprint().text())).toString();
  }

  /** Without figures, so that the reason has their room. */
  private static String notJudged(AxisLine line) {
    String text =
        String.format(
            Locale.ROOT, NOT_JUDGED, line.axis(), line.grade(), line.effect() + ": " + line.note());
    String indent = " ".repeat(String.format(Locale.ROOT, NOT_JUDGED, "", "", "").length());
    return wrapped(text, indent);
  }

  /** The same as Markdown, for a pull request or a wiki. */
  public static String markdown(FidelityReport report) {
    return markdown(FidelityJson.of(report));
  }

  private static String markdown(FidelityJson report) {
    StringBuilder page = new StringBuilder();
    page.append("# Trace fidelity: grade ").append(gradeText(report)).append("\n\n");
    page.append("- ").append(describe("source", report.source())).append('\n');
    page.append("- ").append(describe("other", report.other())).append('\n');
    marks(report).forEach(mark -> page.append("- **").append(mark).append("**\n"));
    page.append("\n| axis | grade | effect (source/other) | R | n* | note |\n");
    page.append("|---|---|---|---:|---:|---|\n");
    for (FidelityJson.AxisJson one : report.axes()) {
      AxisResult axis = one.result();
      AxisLine line = AxisLine.of(report, axis);
      page.append(
          List.of(
                  line.axis(),
                  line.grade(),
                  line.effect(),
                  line.noiseRatio(),
                  line.nStar(),
                  line.note())
              .stream()
              .map(cell -> cell.replace("|", "\\|"))
              .collect(Collectors.joining(" | ", "| ", " |\n")));
    }
    page.append('\n').append(explanation(report)).append("\n\n");
    return page.append("Fingerprint: ").append(report.fingerprint().text()).append('\n').toString();
  }

  static String gradeText(FidelityJson report) {
    return report.grade().map(Grade::name).orElse("none: no axis could be judged");
  }

  /** What must not be overlooked. */
  static List<String> marks(FidelityJson report) {
    List<String> marks = new ArrayList<>();
    for (SideJson side : List.of(report.source(), report.other())) {
      String name = side == report.source() ? "source" : "other";
      if (side.synthetic()) {
        marks.add(name + ": SYNTHETIC, no trace stands behind it");
        notReproduced(side).forEach(what -> marks.add(name + ": does not reproduce " + what));
      }
      if (side.unapproved()) {
        marks.add(name + ": UNAPPROVED, it is or was made from a trace without a valid approval");
      }
      side.approval().ifPresent(approval -> marks.add(name + ": " + approval.sentence()));
      side.declaredChanges().forEach(change -> marks.add(name + ": declared change: " + change));
      if (side.leftOut() > 0) {
        marks.add(
            String.format(
                Locale.ROOT,
                side.run()
                    ? "%s: %,d requests of the run were never sent and are not counted"
                    : "%s: %,d rows without known lengths are left out",
                name,
                side.leftOut()));
      }
    }
    report.target().forEach(marks::add);
    return marks;
  }

  /** What a synthetic side lacks, in its own words if it has any. */
  static List<String> notReproduced(SideJson side) {
    return side.notReproduced().isEmpty()
        ? List.of("anything of production traffic, as far as its header says")
        : side.notReproduced();
  }

  static String explanation(FidelityJson report) {
    long notJudged = report.axes().stream().filter(axis -> axis.detail().isEmpty()).count();
    return "R: the difference in multiples of what chance alone makes between halves of the source"
        + " (1 = its 95th percentile). n*: requests a side at which the difference equals that"
        + " noise. The grade is the worst judged axis's."
        + (notJudged == 0
            ? ""
            : " " + notJudged + " of the axes could not be judged, which is not a pass.")
        + (report.meantToDiffer().isEmpty()
            ? ""
            : " A grade in brackets does not count: what was declared makes that axis differ.")
        + notLookedAt(report);
  }

  private static String notLookedAt(FidelityJson report) {
    String left =
        Stream.of(AxisId.values())
            .filter(id -> report.axis(id).isEmpty())
            .map(AxisId::word)
            .collect(Collectors.joining(", "));
    return left.isEmpty() ? "" : " Not looked at: " + left + ".";
  }

  private static String wrapped(String text) {
    return wrapped(text, "");
  }

  /** Lines of at most {@link #WIDTH} characters, broken at blanks; all but the first indented. */
  private static String wrapped(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    String rest = text;
    while (rest.length() > WIDTH && rest.lastIndexOf(' ', WIDTH) > indent.length()) {
      int end = rest.lastIndexOf(' ', WIDTH);
      lines.append(rest, 0, end).append('\n');
      rest = indent + rest.substring(end + 1);
    }
    return lines.append(rest).append('\n').toString();
  }

  private static String side(String name, SideJson side) {
    return String.format(Locale.ROOT, "%s%n", describe(String.format("%-7s", name), side));
  }

  /** A side in one line. */
  static String describe(String name, SideJson side) {
    return String.format(
        Locale.ROOT,
        "%s %s (%s, %,d requests, %s, %.3g/s%s)",
        name,
        side.name(),
        side.kind(),
        side.rows(),
        duration(Math.round(side.durationSeconds() * 1e9)),
        side.ratePerSecond(),
        side.run() ? ", as really sent" : "");
  }

  static String duration(long nanos) {
    double seconds = nanos / 1e9;
    if (seconds < 120) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    return seconds < 7200
        ? String.format(Locale.ROOT, "%.1f min", seconds / 60)
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }

  /** A bar up to R on the ticks' scale. */
  private static String bar(AxisResult axis) {
    if (axis instanceof AxisResult.Judged judged) {
      int filled = (int) Math.round(position(judged.noiseRatio()) * STEP);
      return "#".repeat(filled) + "-".repeat(BAR - filled);
    }
    return "";
  }

  /** Where R lies between the ticks: 0 at the first, 4 at the last and beyond. */
  static double position(double noiseRatio) {
    for (int tick = 1; tick < TICKS.length; tick++) {
      if (noiseRatio < TICKS[tick]) {
        return tick - 1 + (noiseRatio - TICKS[tick - 1]) / (TICKS[tick] - TICKS[tick - 1]);
      }
    }
    return TICKS.length - 1;
  }
}
