package dev.facsimile.analyze.history;

import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.TextPage;
import dev.facsimile.analyze.report.Tone;
import java.util.List;
import java.util.Map;

/** A history as text for a terminal. */
public final class HistoryText {
  private static final int MOST = 20;

  private HistoryText() {}

  /** The latest runs, and the figures that drift. */
  public static String page(History history) {
    TextPage page = new TextPage();
    page.line(
        NumberText.count(history.entries().size())
            + " runs in "
            + history.series().size()
            + " series of comparable runs (same model, workload and load).");
    page.table(latest(history)).blank();
    List<History.Drift> drifts = history.drifts();
    List<History.Drift> moved = drifts.stream().filter(History.Drift::moved).toList();
    page.line(
        drifts.isEmpty()
            ? "No series is long enough for a slope: five dated runs are needed."
            : moved.size()
                + " of "
                + drifts.size()
                + " slopes have a 95 % interval without 0; chance alone makes about "
                + NumberText.number(drifts.size() * 0.05)
                + ".");
    return page.table(drifts(moved)).text();
  }

  private static DataTable latest(History history) {
    DataTable table = new DataTable("Latest runs").words("started", "run", "model", "client");
    table.numbers("SLO share", "goodput/s", "TTFT p50", "TTFT p99", "ITL p50");
    List<Entry> entries = history.entries();
    for (Entry entry : entries.subList(Math.max(0, entries.size() - MOST), entries.size())) {
      Map<String, Double> figures = entry.figures();
      table.row(
          entry.startedAt(),
          entry.run(),
          entry.model(),
          entry.verdict(),
          NumberText.percent(figures.getOrDefault("slo_share", 0.0)),
          NumberText.number(figures.getOrDefault("goodput_per_second", 0.0)),
          time(figures, "ttft_from_schedule.p50"),
          time(figures, "ttft_from_schedule.p99"),
          time(figures, "itl.p50"));
    }
    return table;
  }

  private static String time(Map<String, Double> figures, String name) {
    return figures.containsKey(name) ? NumberText.duration(figures.get(name)) : "–";
  }

  private static DataTable drifts(List<History.Drift> moved) {
    DataTable table = new DataTable("Figures that drift").words("series", "figure");
    table.numbers("runs", "per day", "95 % interval");
    for (History.Drift drift : moved) {
      table.row(
          List.of(
              Cell.of(drift.series()),
              Cell.of(drift.figure(), Tone.WARNING),
              Cell.of(NumberText.count(drift.runs())),
              Cell.of(NumberText.number(drift.relativePerDay() * 100) + " %"),
              Cell.of(value(drift, drift.low()) + " – " + value(drift, drift.high()))));
    }
    return table;
  }

  private static String value(History.Drift drift, double value) {
    return drift.figure().contains(".") ? NumberText.duration(value) : NumberText.number(value);
  }
}
