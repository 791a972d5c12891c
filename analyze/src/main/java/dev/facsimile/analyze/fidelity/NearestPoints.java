package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.RadixSort;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How far the nearest of some requests is from a request, in (log(1 + input), log(1 + output)),
 * each in units of a scale. Holds 16 bytes a request.
 */
final class NearestPoints {
  private final double[] x;
  private final double[] y;
  private final double scaleX;
  private final double scaleY;

  /**
   * Of some requests.
   *
   * @param pairs input and output of each, see {@link LengthPairs}
   * @param scaleX the unit of log(1 + input)
   * @param scaleY the unit of log(1 + output)
   */
  NearestPoints(long[] pairs, double scaleX, double scaleY) {
    this.scaleX = scaleX;
    this.scaleY = scaleY;
    // The input is the high half, so that this is by x.
    long[] sorted = RadixSort.sorted(pairs);
    x = Arrays.stream(sorted).mapToDouble(this::x).toArray();
    y = Arrays.stream(sorted).mapToDouble(this::y).toArray();
  }

  private double x(long pair) {
    return Math.log1p(pair >> 32) / scaleX;
  }

  private double y(long pair) {
    return Math.log1p((int) pair) / scaleY;
  }

  /** The distance from a request to the nearest. */
  double distance(long pair) {
    double px = x(pair);
    double py = y(pair);
    int at = Arrays.binarySearch(x, px);
    int right = at < 0 ? -at - 1 : at;
    int left = right - 1;
    double best = Double.POSITIVE_INFINITY;
    while (left >= 0 || right < x.length) {
      double toLeft = left < 0 ? Double.POSITIVE_INFINITY : px - x[left];
      double toRight = right == x.length ? Double.POSITIVE_INFINITY : x[right] - px;
      if (Math.min(toLeft, toRight) >= best) {
        break;
      }
      int next = toLeft < toRight ? left-- : right++;
      best = Math.min(best, Math.hypot(px - x[next], py - y[next]));
    }
    return best;
  }

  /** The distances of several requests. */
  double[] distances(long[] pairs) {
    return IntStream.range(0, pairs.length)
        .parallel()
        .mapToDouble(i -> distance(pairs[i]))
        .toArray();
  }
}
