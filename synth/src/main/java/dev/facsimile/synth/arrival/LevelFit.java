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

  private final Halves halves;
  private final int windows;
  private final int minCount;

  private LevelFit(Halves halves, int windows, int minCount) {
    this.halves = halves;
    this.windows = windows;
    this.minCount = minCount;
  }

  /**
   * Of the first {@code windows} ones.
   *
   * @param childNanos width of a half
   * @param minCount arrivals behind a lean and a rho; fewer tell of none
   */
  static Cascade.Level of(Halves halves, int windows, long childNanos, int minCount) {
    LevelFit fit = new LevelFit(halves, windows, minCount);
    return fit.level(childNanos, fit.lean());
  }

  /** (B − A) / (B + N + A); a window at an end has itself as its neighbour. */
  private double slope(int window) {
    double before = halves.count(Math.max(0, window - 1));
    double after = halves.count(Math.min(windows - 1, window + 1));
    return (before - after) / (before + halves.count(window) + after);
  }

  /**
   * Least squares of L − N·q on 4 q (1 − q) N·slope, weighted by 1 / N as for a binomial; without
   * the ends.
   */
  private double lean() {
    double products = 0;
    double squares = 0;
    double arrivals = 0;
    for (int i = 1; i < windows - 1; i++) {
      double n = halves.count(i);
      if (n > 0) {
        double share = halves.share(i);
        double turn = 4 * share * (1 - share) * slope(i);
        products += (halves.left(i) - n * share) * turn;
        squares += n * turn * turn;
        arrivals += turn == 0 ? 0 : n;
      }
    }
    double lean = squares == 0 || arrivals < minCount ? 0 : products / squares;
    return rounded(Math.max(0, Math.min(STRONGEST_LEAN, lean)));
  }

  /** The moment estimate of rho, from E((L − Np)² | N) = N·p(1 − p)·(1 + (N − 1)·rho). */
  private Cascade.Level level(long childNanos, double lean) {
    Evenness[] seen = Stream.generate(Evenness::new).limit(BUCKETS).toArray(Evenness[]::new);
    double[] pairs = new double[BUCKETS];
    double arrivals = 0;
    for (int i = 0; i < windows; i++) {
      double n = halves.count(i);
      if (n >= 2) {
        double share = halves.share(i);
        double p = Cascade.Level.left(share, lean, slope(i));
        double deviation = halves.left(i) - n * p;
        int bucket = 63 - Long.numberOfLeadingZeros((long) n);
        seen[bucket].add(deviation, n, p);
        pairs[bucket] += n * (n - 1) * p * (1 - p);
        arrivals += n;
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
    double rho = arrivals < minCount ? 0 : rho(all, Arrays.stream(pairs).sum());
    return new Cascade.Level(childNanos, lean, rho, byLog2);
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
