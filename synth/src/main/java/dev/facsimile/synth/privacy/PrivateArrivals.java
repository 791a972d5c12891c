package dev.facsimile.synth.privacy;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.TimeGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A cascade from noisy counts: an envelope of windows, joined until their counts stand out of the
 * noise, and one rho for each level from two noisy sums over all windows. In a sum no window counts
 * with more than a cap that follows from the noisy envelope, which bounds what one request changes.
 */
final class PrivateArrivals {
  private static final double SURE = 10;
  private static final double CAP_OF_BUSIEST = 4;

  private final TimeGrid grid;
  private final long shift;
  private final int[] cells;

  PrivateArrivals(TimeGrid grid, long durationNanos) {
    this.grid = grid;
    this.shift = grid.latticeNanos().orElse(0) / 2;
    this.cells = new int[Math.toIntExact(grid.windows(durationNanos) << grid.levels())];
  }

  void add(long arrivalNanos) {
    int cell = (int) Math.min(cells.length - 1, (arrivalNanos + shift) / grid.cellNanos());
    cells[cell]++;
  }

  /**
   * The cascade.
   *
   * @param rate part of the budget for the envelope
   * @param bursts part of the budget for the levels
   * @param requests about how many there are
   */
  Cascade cascade(long durationNanos, double rate, double bursts, double requests, Noise noise) {
    int levels = grid.levels();
    double lastShare = Math.max(grid.lastShare(durationNanos), 1.0 / (1 << levels));
    List<Double> envelope = envelope(rate, requests, lastShare, noise);
    double busiest = envelope.stream().mapToDouble(mean -> mean).max().orElseThrow();
    List<Cascade.Level> told = new ArrayList<>();
    for (int level = 1; level <= levels; level++) {
      double cap = Math.ceil(CAP_OF_BUSIEST * Math.max(1, busiest / (1 << (level - 1))));
      double rho = rho(sums(level), cap, bursts / levels, noise);
      told.add(new Cascade.Level(grid.rootNanos() >> level, 0, rho, Collections.emptySortedMap()));
    }
    return new Cascade(envelope, List.of(), told, Collections.emptySortedMap());
  }

  /** Counts of the halves of the windows that level {@code level} splits. */
  private long[] sums(int level) {
    int each = 1 << (grid.levels() - level);
    long[] sums = new long[cells.length / each];
    for (int i = 0; i < cells.length; i++) {
      sums[i / each] += cells[i];
    }
    return sums;
  }

  private List<Double> envelope(double epsilon, double requests, double lastShare, Noise noise) {
    long[] counts = sums(0);
    double perWindow = Math.max(1e-9, requests / counts.length);
    int joined = (int) Math.max(1, Math.min(counts.length, SURE / (epsilon * perWindow)));
    List<Double> envelope = new ArrayList<>();
    for (int from = 0; from < counts.length; from += joined) {
      int to = Math.min(counts.length, from + joined);
      boolean last = to == counts.length;
      double windows = to - from - (last ? 1 - lastShare : 0);
      long noisy = noise.added(Arrays.stream(counts, from, to).sum(), epsilon, 1);
      double mean = Math.rint(Math.max(0, noisy) / windows * 1e2) / 1e2;
      envelope.addAll(Collections.nCopies(to - from, mean));
    }
    return envelope;
  }

  /**
   * Σ((L − R)² − N) ÷ ΣN(N − 1), as without noise. One request more in a window of N at most the
   * cap changes the first sum by at most 2·cap and the second by as much.
   */
  private static double rho(long[] halves, double cap, double epsilon, Noise noise) {
    long excess = 0;
    long pairs = 0;
    for (int i = 0; i + 1 < halves.length; i += 2) {
      long left = halves[i];
      long right = halves[i + 1];
      double scale = Math.min(1, cap / Math.max(1, left + right));
      left = (long) (left * scale);
      right = (long) (right * scale);
      excess += (left - right) * (left - right) - left - right;
      pairs += (left + right) * (left + right - 1);
    }
    // Where the cap cuts, rounding down may move either half by one: a larger bound.
    double noisyExcess = noise.added(excess, epsilon / 2, 4 * cap + 6);
    double noisyPairs = noise.added(pairs, epsilon / 2, 4 * cap + 6);
    return noisyPairs <= 0
        ? 0
        : Math.rint(Math.max(0, Math.min(1, noisyExcess / noisyPairs)) * 1e3) / 1e3;
  }
}
