import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.WorkloadSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Compares the lengths of a workload with those of the half of a trace that its model was not fitted on, apart from the
 * fidelity report and its code: ED, the energy distance of (log input, log output), divided by the mean of that between random
 * halves at the same size; the share of rows nearer to the fitted half than to the other (0.5 is ideal); runs of three rows and
 * single rows that the fitted half has.
 *
 * <p>Arguments: FITTED HELD_OUT WORKLOAD. With one trace alone: the ED that no model can be below on average, that of rows drawn
 * with replacement from a random half, which is a model without any error but the half's own, over 40 halves.
 */
public class Lengths {
  private static final int DIRECTIONS = 48;
  private static final int SPLITS = 20;
  private static final Random RANDOM = new Random(1);

  public static void main(String[] args) throws Exception {
    if (args.length == 1) {
      reference(logs(read(args[0])));
      return;
    }
    double[][] fitted = read(args[0]);
    double[][] heldOut = read(args[1]);
    double[][] drawn = read(args[2]);
    double[][] logs = concat(logs(fitted), logs(heldOut));
    double[] scale = {deviation(logs, 0), deviation(logs, 1)};
    int n = Math.min(Math.min(fitted.length, heldOut.length), drawn.length);
    double floor = 0;
    for (int split = 0; split < SPLITS; split++) {
      double[][] mixed = shuffled(logs);
      floor += energy(Arrays.copyOf(mixed, n), Arrays.copyOfRange(mixed, n, 2 * n), scale) / SPLITS;
    }
    double ed = energy(sample(logs(drawn), n), sample(logs(heldOut), n), scale) / floor;
    System.out.printf(
        Locale.ROOT,
        "rows %d  ED %.2f  closer to the fitted half %.3f  three-row replay %.4f%%  canaries %d  MI ratio %.3f%n",
        n, ed, closer(logs(drawn), sample(logs(fitted), n), sample(logs(heldOut), n), scale), 100 * replay(fitted, drawn),
        canaries(fitted, heldOut, drawn), information(drawn) / information(heldOut));
  }

  private static void reference(double[][] logs) {
    double[] scale = {deviation(logs, 0), deviation(logs, 1)};
    int n = logs.length / 2;
    double[] halves = new double[2 * SPLITS];
    double[] drawn = new double[2 * SPLITS];
    for (int split = 0; split < halves.length; split++) {
      double[][] mixed = shuffled(logs);
      double[][] fitted = Arrays.copyOf(mixed, n);
      double[][] heldOut = Arrays.copyOfRange(mixed, n, 2 * n);
      double[][] again = new double[n][];
      for (int i = 0; i < n; i++) {
        again[i] = fitted[RANDOM.nextInt(n)];
      }
      halves[split] = energy(fitted, heldOut, scale);
      drawn[split] = energy(again, heldOut, scale);
    }
    double floor = Arrays.stream(halves).average().orElseThrow();
    double[] ratios = Arrays.stream(drawn).map(d -> d / floor).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "rows %d  ED of a half drawn again: mean %.2f, median %.2f, 5th and 95th percentile %.2f and %.2f%n",
        n, Arrays.stream(ratios).average().orElseThrow(), ratios[ratios.length / 2], ratios[ratios.length / 20],
        ratios[ratios.length * 19 / 20]);
  }

  private static double[][] read(String file) throws Exception {
    List<double[]> rows = new ArrayList<>();
    try (Rows<WorkloadRow> source = WorkloadSource.open(Path.of(file)).rows()) {
      for (Optional<WorkloadRow> row = source.next(); row.isPresent(); row = source.next()) {
        Request request = row.get().request();
        rows.add(new double[] {request.tokens().input().getAsInt(), request.tokens().output().getAsInt()});
      }
    }
    return rows.toArray(double[][]::new);
  }

  private static double[][] logs(double[][] rows) {
    return Arrays.stream(rows).map(r -> new double[] {Math.log1p(r[0]), Math.log1p(r[1])}).toArray(double[][]::new);
  }

  private static double[][] concat(double[][] a, double[][] b) {
    double[][] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static double deviation(double[][] rows, int column) {
    double mean = Arrays.stream(rows).mapToDouble(r -> r[column]).average().orElseThrow();
    return Math.max(1e-9, Math.sqrt(Arrays.stream(rows).mapToDouble(r -> (r[column] - mean) * (r[column] - mean)).average().orElseThrow()));
  }

  private static double[][] shuffled(double[][] rows) {
    double[][] mixed = rows.clone();
    for (int i = mixed.length - 1; i > 0; i--) {
      int j = RANDOM.nextInt(i + 1);
      double[] swap = mixed[i];
      mixed[i] = mixed[j];
      mixed[j] = swap;
    }
    return mixed;
  }

  private static double[][] sample(double[][] rows, int n) {
    return Arrays.copyOf(shuffled(rows), n);
  }

  /** Sliced energy distance: the mean over directions of 2 ∫ (F − G)². */
  private static double energy(double[][] a, double[][] b, double[] scale) {
    double sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
      double angle = Math.PI * (d + 0.5) / DIRECTIONS;
      double x = Math.cos(angle) / scale[0];
      double y = Math.sin(angle) / scale[1];
      sum += cramer(projected(a, x, y), projected(b, x, y));
    }
    return Math.PI / 2 * 2 * sum / DIRECTIONS;
  }

  private static double[] projected(double[][] rows, double x, double y) {
    return Arrays.stream(rows).mapToDouble(r -> r[0] * x + r[1] * y).sorted().toArray();
  }

  private static double cramer(double[] a, double[] b) {
    double integral = 0;
    double last = Math.min(a[0], b[0]);
    for (int i = 0, j = 0; i < a.length || j < b.length; ) {
      boolean fromA = j == b.length || (i < a.length && a[i] <= b[j]);
      double at = fromA ? a[i] : b[j];
      double difference = (double) i / a.length - (double) j / b.length;
      integral += difference * difference * (at - last);
      last = at;
      if (fromA) {
        i++;
      } else {
        j++;
      }
    }
    return integral;
  }

  /** Ties count one half. */
  private static double closer(double[][] drawn, double[][] fitted, double[][] heldOut, double[] scale) {
    double closer = 0;
    double[][] some = sample(drawn, Math.min(drawn.length, 4_000));
    for (double[] row : some) {
      double near = nearest(row, fitted, scale);
      double far = nearest(row, heldOut, scale);
      closer += near < far ? 1 : near == far ? 0.5 : 0;
    }
    return closer / some.length;
  }

  private static double nearest(double[] row, double[][] rows, double[] scale) {
    double nearest = Double.MAX_VALUE;
    for (double[] other : rows) {
      double x = (row[0] - other[0]) / scale[0];
      double y = (row[1] - other[1]) / scale[1];
      nearest = Math.min(nearest, x * x + y * y);
    }
    return nearest;
  }

  private static double replay(double[][] fitted, double[][] drawn) {
    Set<List<Double>> known = new HashSet<>(triples(fitted));
    List<List<Double>> own = triples(drawn);
    return own.stream().filter(known::contains).count() / (double) Math.max(1, own.size());
  }

  private static List<List<Double>> triples(double[][] rows) {
    List<List<Double>> triples = new ArrayList<>();
    for (int i = 0; i + 2 < rows.length; i++) {
      triples.add(List.of(rows[i][0], rows[i][1], rows[i + 1][0], rows[i + 1][1], rows[i + 2][0], rows[i + 2][1]));
    }
    return triples;
  }

  /** Rows of at least 100,000 more tokens than any other are taken as planted; so many came back. */
  private static long canaries(double[][] fitted, double[][] heldOut, double[][] drawn) {
    Set<List<Double>> planted = new HashSet<>();
    double most = Arrays.stream(heldOut).mapToDouble(r -> r[0]).max().orElseThrow();
    for (double[] row : fitted) {
      if (row[0] > most + 100_000) {
        planted.add(List.of(row[0], row[1]));
      }
    }
    return Arrays.stream(drawn).filter(r -> planted.contains(List.of(r[0], r[1]))).count();
  }

  /** Mutual information of ranks in 16 × 16 cells, nats. */
  private static double information(double[][] rows) {
    int[] x = ranks(rows, 0);
    int[] y = ranks(rows, 1);
    double[][] cells = new double[16][16];
    double[] xs = new double[16];
    double[] ys = new double[16];
    for (int i = 0; i < rows.length; i++) {
      int a = (int) (16L * x[i] / rows.length);
      int b = (int) (16L * y[i] / rows.length);
      cells[a][b]++;
      xs[a]++;
      ys[b]++;
    }
    double sum = 0;
    for (int a = 0; a < 16; a++) {
      for (int b = 0; b < 16; b++) {
        if (cells[a][b] > 0) {
          sum += cells[a][b] / rows.length * Math.log(cells[a][b] * rows.length / (xs[a] * ys[b]));
        }
      }
    }
    return sum;
  }

  private static int[] ranks(double[][] rows, int column) {
    Integer[] order = new Integer[rows.length];
    Arrays.setAll(order, i -> i);
    double[] jitter = RANDOM.doubles(rows.length).toArray();
    Arrays.sort(order, (a, b) -> rows[a][column] != rows[b][column] ? Double.compare(rows[a][column], rows[b][column]) : Double.compare(jitter[a], jitter[b]));
    int[] ranks = new int[rows.length];
    for (int i = 0; i < order.length; i++) {
      ranks[order[i]] = i;
    }
    return ranks;
  }
}
