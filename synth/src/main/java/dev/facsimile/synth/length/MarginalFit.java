package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Fits a marginal: exact below 2<sup>8</sup>, log-linear bins of 2<sup>7</sup> sub-buckets per
 * octave above (the layout of HdrHistogram: at most 0.8 % wide). A bin that is not uniform is
 * halved until its parts are, to within 0.05 % of all requests (and at least 10 of them). So every
 * atom, such as the length of a template or the cap of a context, ends up in a segment of its own,
 * and the edge of a cluster below a cap stays sharp, which a rule for single numbers would miss.
 */
public final class MarginalFit {
  private static final int SUB_BUCKET_BITS = 7;
  private static final double TOLERATED_SHARE = 0.0005;
  private static final double TOLERATED_REQUESTS = 10;

  private final SortedMap<Integer, Long> exact;
  private final double tolerated;
  private final List<Segment> segments = new ArrayList<>();

  private MarginalFit(LengthCounts counts) {
    exact = counts.counts();
    tolerated = Math.max(TOLERATED_REQUESTS, TOLERATED_SHARE * counts.total());
  }

  /** The marginal of exact counts, of which there is at least one. */
  public static Marginal of(LengthCounts counts) {
    return new MarginalFit(counts).marginal();
  }

  private Marginal marginal() {
    int largest = exact.lastKey();
    int done = -1;
    for (int tokens : exact.keySet()) {
      if (tokens > done) {
        // No number beyond the source's own largest: that is a limit of the context, not a tail.
        done = Math.min(binHigh(tokens), largest);
        addParts(binLow(tokens), done);
      }
    }
    return new Marginal(segments);
  }

  private void addParts(int low, int high) {
    SortedMap<Integer, Long> inside =
        high == Integer.MAX_VALUE ? exact.tailMap(low) : exact.subMap(low, high + 1);
    if (inside.isEmpty()) {
      return;
    }
    long count = inside.values().stream().mapToLong(Long::longValue).sum();
    if (low < high && unevenness(inside, low, high, count) > tolerated) {
      int middle = low + (high - low) / 2;
      addParts(low, middle);
      addParts(middle + 1, high);
    } else {
      segments.add(new Segment(low, high, count));
    }
  }

  /** The largest difference, in requests, from the same count spread evenly. */
  private static double unevenness(SortedMap<Integer, Long> inside, int low, int high, long count) {
    double each = count / (high - (double) low + 1);
    double largest = 0;
    long sum = 0;
    for (int number : inside.keySet()) {
      largest = Math.max(largest, each * (number - low) - sum);
      sum += inside.get(number);
      largest = Math.max(largest, sum - each * (number - low + 1));
    }
    return largest;
  }

  /** The smallest number in the bin of {@code tokens}. */
  static int binLow(int tokens) {
    return tokens & -(1 << shift(tokens));
  }

  /** The largest number in the bin of {@code tokens}. */
  static int binHigh(int tokens) {
    return tokens | ((1 << shift(tokens)) - 1);
  }

  private static int shift(int tokens) {
    int bits = 32 - Integer.numberOfLeadingZeros(tokens);
    return Math.max(0, bits - 1 - SUB_BUCKET_BITS);
  }
}
