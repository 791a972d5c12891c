package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Dimension;
import dev.facsimile.analyze.metric.LatencyMetric;
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
    DataTable table =
        sliceTable("Worst slices of at least " + LEAST_SLICE + " requests, by SLO share");
    worstOf(report, most)
        .forEach(slice -> slice(table, slice.dimension().label() + ": " + slice.value(), slice));
    return table;
  }

  private static DataTable sliceTable(String caption) {
    return new DataTable(caption)
        .words("slice")
        .numbers("offered", "SLO share", "95 % interval", "completed", "TTFT p50", "TTFT p99")
        .numbers("p50 sched.", "p99 sched.", "ITL p50", "ITL p99");
  }

  private static void slice(DataTable table, String name, Slice slice) {
    table.row(
        List.of(
            Cell.of(name),
            Cell.of(NumberText.count(slice.offered())),
            Cell.bar(NumberText.percent(slice.sloShare()), slice.sloShare()),
            Cell.of(RunTables.shares(slice.sloShareLow(), slice.sloShareHigh())),
            Cell.of(NumberText.percent(slice.completedShare())),
            quantile(slice, LatencyMetric.TTFT_FROM_DISPATCH, 50),
            quantile(slice, LatencyMetric.TTFT_FROM_DISPATCH, 99),
            quantile(slice, LatencyMetric.TTFT_FROM_SCHEDULE, 50),
            quantile(slice, LatencyMetric.TTFT_FROM_SCHEDULE, 99),
            quantile(slice, LatencyMetric.ITL, 50),
            quantile(slice, LatencyMetric.ITL, 99)));
  }

  private static Cell quantile(Slice slice, LatencyMetric metric, double percent) {
    return RunTables.quantile(slice.latency(metric).at(percent));
  }

  /** The worst slices in few columns, for one page of text. */
  static DataTable worstBriefly(RunReport report, int most) {
    DataTable table =
        new DataTable("Worst slices (of " + LEAST_SLICE + " requests or more)")
            .words("slice")
            .numbers("offered", "SLO share", "95 % interval", "TTFT p50", "TTFT p99", "ITL p50");
    for (Slice slice : worstOf(report, most)) {
      table.row(
          List.of(
              Cell.of(slice.dimension().label() + ": " + slice.value()),
              Cell.of(NumberText.count(slice.offered())),
              Cell.of(NumberText.percent(slice.sloShare())),
              Cell.of(RunTables.shares(slice.sloShareLow(), slice.sloShareHigh())),
              quantile(slice, report.userTtft(), 50),
              quantile(slice, report.userTtft(), 99),
              quantile(slice, LatencyMetric.ITL, 50)));
    }
    return table;
  }

  private static List<Slice> worstOf(RunReport report, int most) {
    List<Dimension> several = dimensions(report);
    return report.slices().stream()
        .filter(slice -> several.contains(slice.dimension()) && slice.offered() >= LEAST_SLICE)
        .sorted(Comparator.comparingDouble(Slice::sloShare))
        .limit(most)
        .toList();
  }

  /** The phases in the order in which they began. */
  static DataTable phases(RunReport report) {
    DataTable table =
        new DataTable("Phases, as the workload labels them, by when their requests were due")
            .words("phase")
            .numbers("from", "to", "offered", "per second", "SLO share", "TTFT p50", "TTFT p99");
    report.slices().stream()
        .filter(slice -> slice.dimension() == Dimension.PHASE)
        .sorted(Comparator.comparingLong(Slice::fromNanos))
        .forEach(
            slice -> {
              double seconds = (slice.toNanos() - slice.fromNanos()) / 1e9;
              table.row(
                  List.of(
                      Cell.of(slice.value()),
                      Cell.of(NumberText.duration(slice.fromNanos())),
                      Cell.of(NumberText.duration(slice.toNanos())),
                      Cell.of(NumberText.count(slice.offered())),
                      Cell.of(seconds > 0 ? NumberText.number(slice.offered() / seconds) : "–"),
                      Cell.bar(NumberText.percent(slice.sloShare()), slice.sloShare()),
                      quantile(slice, report.userTtft(), 50),
                      quantile(slice, report.userTtft(), 99)));
            });
    return table;
  }
}
