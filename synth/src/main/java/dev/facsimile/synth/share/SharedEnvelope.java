package dev.facsimile.synth.share;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An envelope with a minimum count behind every number. A window that has the count is told by
 * itself. Of windows in a row that have not, as many are joined as have it together, and told by
 * their mean. Rows between two of the first kind that do not have it even together are all told by
 * one mean, wherever they lie: a window with next to nothing beside a burst would flatten it, were
 * the two joined.
 */
final class SharedEnvelope {
  private final List<Double> source;
  private final double lastShare;
  private final int minCount;

  /** Windows from one on to before another. */
  private record Row(int from, int end) {}

  private SharedEnvelope(List<Double> source, double lastShare, int minCount) {
    this.source = source;
    this.lastShare = lastShare;
    this.minCount = minCount;
  }

  /**
   * Of an envelope whose windows have {@code minCount} together.
   *
   * @param source expected arrivals per whole window
   * @param lastShare of a whole window that the last one lasts, over 0 to 1
   */
  static List<Double> of(List<Double> source, double lastShare, int minCount) {
    return new SharedEnvelope(source, lastShare, minCount).told();
  }

  private List<Double> told() {
    List<Row> few = new ArrayList<>();
    List<Row> enough = new ArrayList<>();
    for (Row row : rows()) {
      (sum(row) < minCount ? few : enough).add(row);
    }
    enough.sort(Comparator.comparingDouble(this::mean));
    // What is left over alone is told with the lowest rate that there is.
    while (!few.isEmpty() && !enough.isEmpty() && sum(few) < minCount) {
      few.add(enough.remove(0));
    }
    double[] told = new double[source.size()];
    enough.forEach(row -> tell(told, row, mean(row)));
    double rest = sum(few) / few.stream().mapToDouble(this::length).sum();
    few.forEach(row -> tell(told, row, rest));
    return Arrays.stream(told).boxed().toList();
  }

  /** Those that are to be told by one number each, in order. */
  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    int from = 0;
    while (from < source.size()) {
      int end = from + 1;
      for (double sum = count(from); sum < minCount && end < source.size() && !alone(end); end++) {
        sum += count(end);
      }
      Row row = new Row(from, end);
      boolean behindOthers = from > 0 && !alone(from - 1) && !alone(from);
      if (sum(row) < minCount && behindOthers) {
        row = new Row(rows.remove(rows.size() - 1).from(), end);
      }
      rows.add(row);
      from = end;
    }
    return rows;
  }

  private boolean alone(int window) {
    return count(window) >= minCount;
  }

  private double count(int window) {
    return source.get(window) * share(window);
  }

  private double share(int window) {
    return window == source.size() - 1 ? lastShare : 1;
  }

  private double sum(List<Row> rows) {
    return rows.stream().mapToDouble(this::sum).sum();
  }

  private double sum(Row row) {
    return IntStream.range(row.from(), row.end()).mapToDouble(this::count).sum();
  }

  private double length(Row row) {
    return row.end() - row.from() - 1 + share(row.end() - 1);
  }

  private double mean(Row row) {
    return sum(row) / length(row);
  }

  private static void tell(double[] told, Row row, double mean) {
    Arrays.fill(told, row.from(), row.end(), Math.rint(mean * 1e3) / 1e3);
  }
}
