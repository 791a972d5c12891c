package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Fits how the windows of one width split into halves. */
final class LevelFit {
  /** A rho by size needs this many windows. */
  private static final int ENOUGH_WINDOWS = 12;

  private static final double STRONGEST_LEAN = 0.49;
  private static final int BUCKETS = 63;

  private final long[] halves;
  private final int windows;

  private LevelFit(long[] halves, int windows) {
    this.halves = halves;
    this.windows = windows;
  }

  /** Of the first {@code children} counts of halves of {@code childNanos}. */
  static Cascade.Level of(long[] counts, int children, long childNanos) {
    LevelFit fit = new LevelFit(counts, children / 2);
    return fit.level(childNanos, fit.lean());
  }

  private double count(int window) {
    return halves[2 * window] + halves[2 * window + 1];
  }

  /** (B − A) / (B + N + A); a window at an end has itself as its neighbour. */
  private double slope(int window) {
    double before = count(Math.max(0, window - 1));
    double after = count(Math.min(windows - 1, window + 1));
    return (before - after) / (before + count(window) + after);
  }

  /** Least squares of L − N/2 on N·slope, weighted by 1 / N as for a binomial; without the ends. */
  private double lean() {
    double products = 0;
    double squares = 0;
    for (int i = 1; i < windows - 1; i++) {
      double n = count(i);
      if (n > 0) {
        products += (halves[2 * i] - n / 2) * slope(i);
        squares += n * slope(i) * slope(i);
      }
    }
    double lean = squares == 0 ? 0 : products / squares;
    return rounded(Math.max(0, Math.min(STRONGEST_LEAN, lean)));
  }

  /** The moment estimate of rho, from E((L − Np)² | N) = N·p(1 − p)·(1 + (N − 1)·rho). */
  private Cascade.Level level(long childNanos, double lean) {
    double[] excess = new double[BUCKETS];
    double[] pairs = new double[BUCKETS];
    int[] seen = new int[BUCKETS];
    for (int i = 0; i < windows; i++) {
      double n = count(i);
      if (n >= 2) {
        double p = 0.5 + lean * slope(i);
        double deviation = halves[2 * i] - n * p;
        int bucket = 63 - Long.numberOfLeadingZeros((long) n);
        excess[bucket] += deviation * deviation - n * p * (1 - p);
        pairs[bucket] += n * (n - 1) * p * (1 - p);
        seen[bucket]++;
      }
    }
    SortedMap<Integer, Double> byLog2 = new TreeMap<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (seen[bucket] >= ENOUGH_WINDOWS) {
        byLog2.put(bucket, share(excess[bucket], pairs[bucket]));
      }
    }
    double rho = share(Arrays.stream(excess).sum(), Arrays.stream(pairs).sum());
    return new Cascade.Level(childNanos, lean, rho, byLog2);
  }

  private static double share(double excess, double pairs) {
    return pairs == 0 ? 0 : rounded(Math.max(0, Math.min(1, excess / pairs)));
  }

  /** For a model that a person can read. */
  private static double rounded(double value) {
    return Math.rint(value * 1e5) / 1e5;
  }
}
