package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.report.Cell;
import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The tables of a run's slices. */
final class SliceTables {
  /** A slice of fewer requests than this says nothing about who is worst. */
  private static final long LEAST_SLICE = 20;

  private SliceTables() {}

  /** The dimensions in which the requests differ. */
  static List<Dimension> dimensions(RunReport report) {
    List<Dimension> several = new ArrayList<>();
    for (Dimension dimension : Dimension.values()) {
      if (report.slices().stream().filter(s -> s.dimension() == dimension).count() > 1) {
        several.add(dimension);
      }
    }
    return several;
  }

  /** One dimension's slices, worst first. */
  static DataTable slices(RunReport report, Dimension dimension) {
    DataTable table = sliceTable("By " + dimension.label() + ", worst first");
    report.slices().stream()
        .filter(slice -> slice.dimension() == dimension)
        .forEach(slice -> slice(table, slice.value(), slice));
    return table;
  }

  /** The worst slices of all dimensions, of those with enough requests to tell. */
  static DataTable worst(RunReport report, int most) {
    List<Dimension> several = dimensions(report);
    DataTable table =
        sliceTable("Worst slices of at least " + LEAST_SLICE + " requests, by SLO share");
    report.slices().stream()
        .filter(slice -> several.contains(slice.dimension()) && slice.offered() >= LEAST_SLICE)
        .sorted(Comparator.comparingDouble(Slice::sloShare))
        .limit(most)
        .forEach(slice -> slice(table, slice.dimension().label() + ": " + slice.value(), slice));
    return table;
  }

  private static DataTable sliceTable(String caption) {
    return new DataTable(caption)
        .words("slice")
        .numbers("offered", "SLO share", "completed", "TTFT p50", "TTFT p99")
        .numbers("p50 sched.", "p99 sched.", "ITL p50");
  }

  private static void slice(DataTable table, String name, Slice slice) {
    table.row(
        List.of(
            Cell.of(name),
            Cell.of(NumberText.count(slice.offered())),
            Cell.bar(NumberText.percent(slice.sloShare()), slice.sloShare()),
            Cell.of(NumberText.percent(slice.completedShare())),
            RunTables.quantile(slice.ttftFromDispatch().at(50)),
            RunTables.quantile(slice.ttftFromDispatch().at(99)),
            RunTables.quantile(slice.ttftFromSchedule().at(50)),
            RunTables.quantile(slice.ttftFromSchedule().at(99)),
            RunTables.quantile(slice.itl().at(50))));
  }
}
