package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.Arrays;

/** The distribution function of a marginal and its inverse. */
public final class Quantiles {
  private final int[] low;
  private final long[] width;
  private final long[] count;

  /** Source requests before each segment, and all of them at the end. */
  private final long[] before;

  /** The segment of each of as many even steps of the rank as there are segments. */
  private final int[] guide;

  /** Of this marginal. */
  public Quantiles(Marginal marginal) {
    int size = marginal.segments().size();
    low = new int[size];
    width = new long[size];
    count = new long[size];
    before = new long[size + 1];
    for (int i = 0; i < size; i++) {
      Segment segment = marginal.segments().get(i);
      low[i] = segment.low();
      width[i] = segment.width();
      count[i] = segment.count();
      before[i + 1] = before[i] + segment.count();
    }
    guide = new int[size];
    for (int step = 1; step < size; step++) {
      guide[step] = after(guide[step - 1], (double) step / size * total());
    }
  }

  /** The share of requests with less than {@code tokens}. */
  public double below(int tokens) {
    int i = Arrays.binarySearch(low, tokens);
    int segment = i >= 0 ? i : -i - 2;
    if (segment < 0) {
      return 0;
    }
    return below(segment, tokens);
  }

  /**
   * {@link #below} of each number up to one beyond the largest, or up to {@code most} if that is
   * less: for many look-ups.
   */
  public double[] allBelow(int most) {
    long largest = low[low.length - 1] + width[width.length - 1];
    double[] all = new double[(int) Math.min(most, largest) + 1];
    int segment = -1;
    for (int tokens = 0; tokens < all.length; tokens++) {
      while (segment + 1 < low.length && low[segment + 1] <= tokens) {
        segment++;
      }
      all[tokens] = segment < 0 ? 0 : below(segment, tokens);
    }
    return all;
  }

  private double below(int segment, int tokens) {
    double inside = Math.min(1, (double) ((long) tokens - low[segment]) / width[segment]);
    return (before[segment] + count[segment] * inside) / total();
  }

  /** The share of requests with {@code tokens} or less. */
  public double upTo(int tokens) {
    return tokens == Integer.MAX_VALUE ? 1 : below(tokens + 1);
  }

  /**
   * The distributional transform F(x−) + v (F(x) − F(x−)): uniform for any distribution, atoms
   * included (Rüschendorf 2009).
   *
   * @param v uniform in [0, 1)
   */
  public double rank(int tokens, double v) {
    double from = below(tokens);
    return from + v * (upTo(tokens) - from);
  }

  /** The number at rank {@code u} in [0, 1). */
  public int at(double u) {
    double target = u * total();
    int segment = segment(target);
    double inside = (target - before[segment]) / count[segment];
    return (int) (low[segment] + Math.min(width[segment] - 1, (long) (inside * width[segment])));
  }

  private int segment(double target) {
    int step = Math.min(guide.length - 1, (int) (target / total() * guide.length));
    int from = guide[step];
    // The guide's own rounding may have gone one too far.
    while (from > 0 && before[from] > target) {
      from--;
    }
    return after(from, target);
  }

  /** The last segment, from one on, that begins at {@code target} or before. */
  private int after(int from, double target) {
    int segment = from;
    while (segment < count.length - 1 && before[segment + 1] <= target) {
      segment++;
    }
    return segment;
  }

  private double total() {
    return before[before.length - 1];
  }
}
