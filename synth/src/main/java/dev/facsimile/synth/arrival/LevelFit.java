package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Fits how the windows of one width split into halves. */
final class LevelFit {
  /** A rho by size needs this many windows. */
  private static final int ENOUGH_WINDOWS = 12;

  private static final double STRONGEST_LEAN = 0.49;
  private static final int BUCKETS = 63;

  private final long[] halves;
  private final long[] actives;
  private final int windows;

  private LevelFit(long[] halves, long[] actives, int windows) {
    this.halves = halves;
    this.actives = actives;
    this.windows = windows;
  }

  /**
   * Of the first {@code children} counts of halves.
   *
   * @param actives of each half the cells that are not silent
   * @param childNanos width of a half
   */
  static Cascade.Level of(long[] counts, long[] actives, int children, long childNanos) {
    LevelFit fit = new LevelFit(counts, actives, children / 2);
    return fit.level(childNanos, fit.lean());
  }

  /** The left half's share of the cells that are not silent. */
  private double share(int window) {
    double all = actives[2 * window] + actives[2 * window + 1];
    return all == 0 ? 0.5 : actives[2 * window] / all;
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

  /**
   * Least squares of L − N·q on 4 q (1 − q) N·slope, weighted by 1 / N as for a binomial; without
   * the ends.
   */
  private double lean() {
    double products = 0;
    double squares = 0;
    for (int i = 1; i < windows - 1; i++) {
      double n = count(i);
      if (n > 0) {
        double share = share(i);
        double turn = 4 * share * (1 - share) * slope(i);
        products += (halves[2 * i] - n * share) * turn;
        squares += n * turn * turn;
      }
    }
    double lean = squares == 0 ? 0 : products / squares;
    return rounded(Math.max(0, Math.min(STRONGEST_LEAN, lean)));
  }

  /** The moment estimate of rho, from E((L − Np)² | N) = N·p(1 − p)·(1 + (N − 1)·rho). */
  private Cascade.Level level(long childNanos, double lean) {
    Evenness[] seen = Stream.generate(Evenness::new).limit(BUCKETS).toArray(Evenness[]::new);
    double[] pairs = new double[BUCKETS];
    for (int i = 0; i < windows; i++) {
      double n = count(i);
      if (n >= 2) {
        double share = share(i);
        double p = share + 4 * share * (1 - share) * lean * slope(i);
        double deviation = halves[2 * i] - n * p;
        int bucket = 63 - Long.numberOfLeadingZeros((long) n);
        seen[bucket].add(deviation, n, p);
        pairs[bucket] += n * (n - 1) * p * (1 - p);
      }
    }
    SortedMap<Integer, Double> byLog2 = new TreeMap<>();
    Evenness all = new Evenness();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (seen[bucket].windows() >= ENOUGH_WINDOWS) {
        byLog2.put(bucket, rho(seen[bucket], pairs[bucket]));
      }
      all.add(seen[bucket]);
    }
    return new Cascade.Level(childNanos, lean, rho(all, Arrays.stream(pairs).sum()), byLog2);
  }

  private static double rho(Evenness seen, double pairs) {
    double rho = pairs == 0 ? 0 : (seen.squares() - seen.due()) / pairs;
    double least = seen.moreThanByChance() ? -1 : 0;
    return rounded(Math.max(least, Math.min(1, rho)));
  }

  /** For a model that a person can read. */
  private static double rounded(double value) {
    return Math.rint(value * 1e5) / 1e5;
  }
}
