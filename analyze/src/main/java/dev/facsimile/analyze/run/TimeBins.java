package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;

/** The requests of a run by when they were due, in spans of equal width. */
final class TimeBins {
  private final RunData data;
  private final long start;
  private final long widthNanos;
  private final int[] firstRow;

  private TimeBins(RunData data, long start, long widthNanos, int bins) {
    this.data = data;
    this.start = start;
    this.widthNanos = widthNanos;
    this.firstRow = new int[bins + 1];
    int place = 0;
    int[] rows = data.inTime();
    for (int bin = 0; bin <= bins; bin++) {
      long from = start + bin * widthNanos;
      while (place < rows.length && (bin == bins || data.scheduled().get(rows[place]) < from)) {
        place++;
      }
      firstRow[bin] = place;
    }
  }

  /** So many spans over all requests. */
  static TimeBins of(RunData data, int bins) {
    int[] rows = data.inTime();
    long first = rows.length == 0 ? 0 : data.scheduled().get(rows[0]);
    long last = rows.length == 0 ? 0 : data.scheduled().get(rows[rows.length - 1]);
    return new TimeBins(data, first, (last - first) / bins + 1, bins);
  }

  /** Spans of a width over all requests. */
  static TimeBins ofWidth(RunData data, long widthNanos) {
    int[] rows = data.inTime();
    long last = rows.length == 0 ? 0 : data.scheduled().get(rows[rows.length - 1]);
    return new TimeBins(data, 0, widthNanos, (int) (last / widthNanos) + 1);
  }

  int size() {
    return firstRow.length - 1;
  }

  long widthNanos() {
    return widthNanos;
  }

  long startNanos(int bin) {
    return start + bin * widthNanos;
  }

  /** Requests due in a span. */
  int offered(int bin) {
    return firstRow[bin + 1] - firstRow[bin];
  }

  /** Values of the requests due in spans from one up to, not including, another; sorted. */
  Percentiles values(LongColumn column, int from, int to) {
    LongSeries found = new LongSeries();
    for (int i = firstRow[from]; i < firstRow[to]; i++) {
      int row = data.inTime()[i];
      if (column.has(row)) {
        found.add(column.get(row));
      }
    }
    return Percentiles.of(found.toArray());
  }

  Percentiles values(LongColumn column, int bin) {
    return values(column, bin, bin + 1);
  }

  /** Requests due in a span that did not complete. */
  int notCompleted(int bin) {
    int count = 0;
    for (int i = firstRow[bin]; i < firstRow[bin + 1]; i++) {
      count += data.completed(data.inTime()[i]) ? 0 : 1;
    }
    return count;
  }

  /** Offered requests in each span. */
  List<Integer> counts() {
    List<Integer> counts = new ArrayList<>();
    for (int bin = 0; bin < size(); bin++) {
      counts.add(offered(bin));
    }
    return counts;
  }
}
