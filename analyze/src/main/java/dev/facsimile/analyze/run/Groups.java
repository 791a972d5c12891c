package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Batches;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.LongColumn;
import dev.facsimile.analyze.metric.Sample;
import dev.facsimile.analyze.metric.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Requests of a run put into groups. A latency's summaries of all groups take two passes over the
 * rows, one by value and one by time, however many groups there are.
 */
final class Groups {
  private final RunData data;
  private final int groups;
  private final IntUnaryOperator groupOf;

  /**
   * Requests by a number.
   *
   * @param groupOf the group of a row, from 0; −1 for none
   */
  Groups(RunData data, int groups, IntUnaryOperator groupOf) {
    this.data = data;
    this.groups = groups;
    this.groupOf = groupOf;
  }

  /** The summaries of a latency, one for each group. */
  List<Summary> summaries(LatencyMetric metric) {
    LongColumn column = data.latency(metric);
    int[] rows = data.ascending(metric);
    int[] starts = starts(rows);
    long[] values = new long[starts[groups]];
    double[] sums = new double[groups];
    int[] next = starts.clone();
    for (int row : rows) {
      int group = groupOf.applyAsInt(row);
      if (group >= 0) {
        values[next[group]++] = column.get(row);
        sums[group] += column.get(row);
      }
    }
    List<Sample> ascending = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      ascending.add(part(values, starts[group], starts[group + 1]));
    }
    int[][][] hits = hits(column, ascending);
    List<Summary> summaries = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      summaries.add(
          ascending.get(group).size() == 0
              ? Summary.EMPTY
              : Summary.of(ascending.get(group), sums[group], hits[group], data.rule()));
    }
    return summaries;
  }

  private int[] starts(int[] rows) {
    int[] starts = new int[groups + 1];
    for (int row : rows) {
      int group = groupOf.applyAsInt(row);
      if (group >= 0) {
        starts[group + 1]++;
      }
    }
    for (int group = 0; group < groups; group++) {
      starts[group + 1] += starts[group];
    }
    return starts;
  }

  private int[][][] hits(LongColumn column, List<Sample> ascending) {
    int percents = Summary.PERCENTS.size();
    int[][][] hits = new int[groups][percents][];
    long[][] limits = new long[groups][];
    for (int group = 0; group < groups; group++) {
      int n = ascending.get(group).size();
      limits[group] = n == 0 ? new long[percents] : Summary.limits(ascending.get(group));
      for (int p = 0; p < percents; p++) {
        hits[group][p] = new int[Batches.count(n)];
      }
    }
    int[] place = new int[groups];
    for (int row : data.inTime()) {
      int group = column.has(row) ? groupOf.applyAsInt(row) : -1;
      if (group >= 0) {
        long value = column.get(row);
        int batch = Batches.of(place[group]++, ascending.get(group).size());
        // Most values lie below the higher percentiles: stop at the first that holds.
        for (int p = percents - 1; p >= 0 && value <= limits[group][p]; p--) {
          hits[group][p][batch]++;
        }
      }
    }
    return hits;
  }

  private static Sample part(long[] values, int from, int to) {
    return new Sample() {
      @Override
      public int size() {
        return to - from;
      }

      @Override
      public long at(int place) {
        return values[from + place];
      }
    };
  }

  /** Of each group: offered, completed, good, then good in each batch in time. */
  List<Tally> tallies() {
    int[] offered = new int[groups];
    for (int row : data.inTime()) {
      int group = groupOf.applyAsInt(row);
      if (group >= 0) {
        offered[group]++;
      }
    }
    List<Tally> tallies = new ArrayList<>();
    for (int n : offered) {
      tallies.add(new Tally(n));
    }
    for (int row : data.inTime()) {
      int group = groupOf.applyAsInt(row);
      if (group >= 0) {
        tallies.get(group).add(data, row);
      }
    }
    return tallies;
  }

  /** How the requests of a group fared. */
  static final class Tally {
    private final int offered;
    private final int[] good;
    private int place;
    private int completed;
    private int met;
    private long firstDue;
    private long lastDue;

    private Tally(int offered) {
      this.offered = offered;
      this.good = new int[Batches.count(offered)];
    }

    private void add(RunData data, int row) {
      lastDue = data.scheduled().get(row);
      firstDue = place == 0 ? lastDue : firstDue;
      int batch = Batches.of(place++, offered);
      completed += data.completed(row) ? 1 : 0;
      if (data.good(row)) {
        good[batch]++;
        met++;
      }
    }

    int offered() {
      return offered;
    }

    int completed() {
      return completed;
    }

    int good() {
      return met;
    }

    long firstDueNanos() {
      return firstDue;
    }

    long lastDueNanos() {
      return lastDue;
    }

    /** The 95 % interval of good ÷ offered. */
    double[] interval() {
      return Batches.share(good, offered);
    }
  }
}
