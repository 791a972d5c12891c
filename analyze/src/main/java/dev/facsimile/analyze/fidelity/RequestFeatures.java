package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What an attentive observer sees of each of some requests.
 *
 * @param names of the features
 * @param values of every request, by feature
 */
record RequestFeatures(List<String> names, List<double[]> values) {
  private static final long SECOND = 1_000_000_000L;

  /**
   * Features of the requests at {@code rows} among all of {@code traffic}.
   *
   * @param scheme of the prefix blocks, if hits are to be a feature
   * @param windowNanos width of the stretch whose requests are counted, a second or more
   * @param atoms what gaps are taken as
   */
  static RequestFeatures of(
      Traffic traffic, int[] rows, Optional<BlockScheme> scheme, long windowNanos, GapAtoms atoms) {
    List<String> names = new ArrayList<>(List.of("input", "output", "gap", "requests around"));
    List<double[]> values = new ArrayList<>();
    values.add(logs(traffic.inputs(), rows));
    values.add(logs(traffic.outputs(), rows));
    names.add("input of the request before");
    names.add("output of the request before");
    if (traffic.neighbours().isPresent()) {
      Neighbours neighbours = traffic.neighbours().get();
      values.add(gaps(traffic, rows, atoms));
      values.add(logs(neighbours.around(), rows));
      values.add(logs(neighbours.inputsBefore(), rows));
      values.add(logs(neighbours.outputsBefore(), rows));
    } else {
      values.add(gaps(traffic, rows, atoms));
      values.add(around(traffic.arrivals(), rows, windowNanos));
      int[] before = rows.clone();
      for (int i = 0; i < before.length; i++) {
        before[i] = Math.max(0, before[i] - 1);
      }
      values.add(logs(traffic.inputs(), before));
      values.add(logs(traffic.outputs(), before));
    }
    scheme.ifPresent(
        blocks -> {
          names.add("prefix hit");
          values.add(hits(traffic, rows, blocks));
        });
    if (traffic.sessionsKnown()) {
      names.add("turn");
      names.add("time since the turn before");
      values.add(new double[rows.length]);
      values.add(new double[rows.length]);
      turns(traffic, rows, values.get(values.size() - 2), values.get(values.size() - 1));
    }
    return new RequestFeatures(names, values);
  }

  private static double[] logs(int[] column, int[] rows) {
    double[] logs = new double[rows.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log1p(column[rows[i]]);
    }
    return logs;
  }

  private static double[] gaps(Traffic traffic, int[] rows, GapAtoms atoms) {
    return Arrays.stream(gaps(traffic, rows))
        .mapToDouble(gap -> Math.log1p(atoms.taken(gap)))
        .toArray();
  }

  /** Nanoseconds from the request before to each; 0 for the first. */
  static long[] gaps(Traffic traffic, int[] rows) {
    if (traffic.neighbours().isPresent()) {
      return ColumnRows.of(traffic.neighbours().get().gaps(), rows);
    }
    long[] arrivals = traffic.arrivals();
    return Arrays.stream(rows)
        .mapToLong(row -> row == 0 ? 0 : arrivals[row] - arrivals[row - 1])
        .toArray();
  }

  /** How many requests arrive within a window's width before each, in logarithm. */
  private static double[] around(long[] arrivals, int[] rows, long windowNanos) {
    double[] counts = new double[rows.length];
    int from = 0;
    for (int i = 0; i < counts.length; i++) {
      while (arrivals[from] < arrivals[rows[i]] - windowNanos) {
        from++;
      }
      counts[i] = Math.log1p(rows[i] - from);
    }
    return counts;
  }

  private static double[] hits(Traffic traffic, int[] rows, BlockScheme scheme) {
    Prefixes prefixes = traffic.prefixes().orElseThrow();
    double[] hits = new double[rows.length];
    for (int i = 0; i < hits.length; i++) {
      int input = traffic.inputs()[rows[i]];
      hits[i] = scheme.tokensIn(prefixes.hitBlocks()[rows[i]], input) / (double) Math.max(1, input);
    }
    return hits;
  }

  private static void turns(Traffic traffic, int[] rows, double[] turn, double[] since) {
    int sessions = traffic.sessionCount();
    int[] turns = new int[sessions];
    long[] last = new long[sessions];
    int next = 0;
    for (int row = 0; row < traffic.rows() && next < rows.length; row++) {
      int session = traffic.sessions()[row];
      if (row == rows[next]) {
        turn[next] = turns[session];
        since[next] =
            turns[session] == 0
                ? 0
                : Math.log1p((double) (traffic.arrivals()[row] - last[session]) / SECOND);
        next++;
      }
      turns[session]++;
      last[session] = traffic.arrivals()[row];
    }
  }
}
