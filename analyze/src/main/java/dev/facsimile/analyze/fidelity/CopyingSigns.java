package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.Splits.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The signs that requests were copied, by their lengths. What chance makes of each is taken from
 * requests that cannot have been copied: where the other side was made without them, those of the
 * source; otherwise a random part of the source, looked for in the rest of it.
 */
final class CopyingSigns {
  static final double ROWS_LIMIT = 0.05;
  static final double CLOSER_LIMIT = 0.06;
  static final double SHINGLE_LIMIT = 0.01;

  /** Splits that are enough for a share of requests. */
  private static final int SPLITS = 8;

  /** Requests of a split whose neighbours are looked for. */
  private static final int QUERIES = 1000;

  /** Requests whose shingles are looked at, from the start. */
  static final int MOST_SHINGLES = 200_000;

  private static final int FEWEST_SHINGLES = 50;

  private final Comparison comparison;
  private final Traffic source;
  private final Traffic other;
  private final Optional<Traffic> fitted;
  private final List<Parts> parts;
  private final double scaleX;
  private final double scaleY;

  CopyingSigns(Comparison comparison) {
    this.comparison = comparison;
    this.source = comparison.source();
    this.other = comparison.other();
    this.fitted = comparison.training().fitted().map(Side::traffic);
    this.scaleX = deviation(source.inputs());
    this.scaleY = deviation(source.outputs());
    this.parts = parts();
  }

  /** The standard deviation of log(1 + value), of at most two samples of a split. */
  private static double deviation(int[] values) {
    int[] some = evenly(values.length, 2 * Splits.MOST_ROWS).map(row -> values[row]).toArray();
    double mean = Arrays.stream(some).mapToDouble(Math::log1p).average().orElse(0);
    double variance =
        Arrays.stream(some)
            .mapToDouble(value -> (Math.log1p(value) - mean) * (Math.log1p(value) - mean))
            .average()
            .orElse(0);
    return variance == 0 ? 1 : Math.sqrt(variance);
  }

  /** Requests of one split: two parts that may have been copied, one that was not, the others. */
  private record Parts(long[] first, long[] second, long[] fresh, long[] others) {}

  private List<Parts> parts() {
    Splits splits = comparison.splits();
    int[] rows = splits.pooledRows();
    List<Parts> parts = new ArrayList<>();
    for (int split = 0; split < SPLITS; split++) {
      long[] half = pairs(source, splits.values(rows, split, Group.HALF));
      long[] fresh = pairs(source, splits.values(rows, split, Group.OTHER_HALF));
      long[] drawn = pairs(other, splits.values(rows, split, Group.DRAWN));
      parts.add(
          fitted.isPresent()
              ? heldOut(fitted.get(), drawn)
              : new Parts(everyOther(half, 0), everyOther(half, 1), fresh, drawn));
    }
    return parts;
  }

  /** As many fitted requests as held-out ones: more would have closer neighbours. */
  private Parts heldOut(Traffic copied, long[] drawn) {
    int size = Math.min(Splits.MOST_ROWS, Math.min(copied.rows(), source.rows()));
    long[] fresh = evenly(source, size);
    return new Parts(evenly(copied, size), fresh, fresh, drawn);
  }

  private static long[] evenly(Traffic traffic, int count) {
    return pairs(traffic, evenly(traffic.rows(), count).toArray());
  }

  private static long[] pairs(Traffic traffic, int[] rows) {
    return IntStream.of(rows).mapToLong(row -> LengthPairs.of(traffic, row)).toArray();
  }

  private static long[] everyOther(long[] pairs, int from) {
    return IntStream.range(0, pairs.length)
        .filter(i -> i % 2 == from)
        .mapToLong(i -> pairs[i])
        .toArray();
  }

  /** At most {@code count} of the numbers below {@code size}, evenly spread. */
  private static IntStream evenly(int size, int count) {
    return size <= count
        ? IntStream.range(0, size)
        : IntStream.range(0, count).map(i -> (int) ((long) i * size / count));
  }

  private static long[] evenly(long[] pairs, int count) {
    return evenly(pairs.length, count).mapToLong(i -> pairs[i]).toArray();
  }

  /** Requests that occur in what was fitted, and as many by chance. */
  CopyingSign rows() {
    double value = 0;
    double reference = 0;
    for (Parts each : parts) {
      LengthPairs known = new LengthPairs(fitted.isPresent() ? each.first() : both(each));
      value += known.shareIn(each.others()) / parts.size();
      reference += known.shareIn(each.fresh()) / parts.size();
    }
    return new CopyingSign(
        "requests repeated, in %",
        reference,
        value,
        CopyingSign.errorOfShares(value, reference, parts.get(0).others().length),
        ROWS_LIMIT);
  }

  private static long[] both(Parts parts) {
    return IntStream.range(0, parts.first().length + parts.second().length)
        .mapToLong(
            i ->
                i < parts.first().length
                    ? parts.first()[i]
                    : parts.second()[i - parts.first().length])
        .toArray();
  }

  /** How often a request lies closer than chance to one of those that may have been copied. */
  CopyingSign closer() {
    double value = 0;
    int queries = 0;
    for (Parts each : parts) {
      NearestPoints first = new NearestPoints(each.first(), scaleX, scaleY);
      NearestPoints second = new NearestPoints(each.second(), scaleX, scaleY);
      long[] others = evenly(each.others(), QUERIES);
      queries = others.length;
      value +=
          (fitted.isPresent()
                  ? closerToFirst(others, first, second)
                  : moreOneSided(others, evenly(each.fresh(), QUERIES), first, second))
              / parts.size();
    }
    // The splits share their requests: only one of them is counted.
    return new CopyingSign(
        "closer to what was fitted than to what was not, in %",
        0.5, value, 1 / Math.sqrt(6.0 * Math.max(1, queries)), CLOSER_LIMIT);
  }

  /** The share of requests that are closer to the first part; half of those as close to both. */
  private static double closerToFirst(long[] others, NearestPoints first, NearestPoints second) {
    double[] toFirst = first.distances(others);
    double[] toSecond = second.distances(others);
    double closer = 0;
    for (int i = 0; i < others.length; i++) {
      closer += toFirst[i] < toSecond[i] ? 1 : toFirst[i] == toSecond[i] ? 0.5 : 0;
    }
    return closer / others.length;
  }

  /**
   * The probability that a request is more one-sided than a fresh one: much closer to one part of
   * the source than to the other. A copy of a request is at distance 0 from one part only.
   */
  private static double moreOneSided(
      long[] others, long[] fresh, NearestPoints first, NearestPoints second) {
    double[] evenness = evenness(fresh, first, second);
    Arrays.sort(evenness);
    double more = 0;
    for (double each : evenness(others, first, second)) {
      int above = evenness.length - firstAbove(evenness, each);
      int below = firstAbove(evenness, Math.nextDown(each));
      more += above + (evenness.length - above - below) / 2.0;
    }
    return more / others.length / evenness.length;
  }

  /** The smaller distance ÷ the larger one: 1 for a request equally close to both parts. */
  private static double[] evenness(long[] pairs, NearestPoints first, NearestPoints second) {
    double[] toFirst = first.distances(pairs);
    double[] toSecond = second.distances(pairs);
    double[] evenness = new double[pairs.length];
    for (int i = 0; i < evenness.length; i++) {
      double larger = Math.max(toFirst[i], toSecond[i]);
      evenness[i] = larger == 0 ? 1 : Math.min(toFirst[i], toSecond[i]) / larger;
    }
    return evenness;
  }

  /** How many of the ascending values are at most {@code limit}. */
  private static int firstAbove(double[] ascending, double limit) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Three requests in a row that occur in what was fitted; absent where all are too alike. */
  Optional<CopyingSign> shingles() {
    long[] others = comparison.everyOther().firstPairs(MOST_SHINGLES);
    EveryRequest known =
        fitted.isPresent() ? new EveryRequest.Held(fitted.get()) : comparison.everySource();
    Shingles.Replayed replayed = known.replayed(others);
    if (replayed.of() < FEWEST_SHINGLES) {
      return Optional.empty();
    }
    double reference = fitted.isPresent() ? ofHeldOut(known) : withinSource();
    return Optional.of(
        new CopyingSign(
            "three requests in a row replayed, in %",
            reference,
            replayed.share(),
            CopyingSign.errorOfShares(replayed.share(), reference, replayed.of()),
            SHINGLE_LIMIT));
  }

  private double ofHeldOut(EveryRequest known) {
    return known.replayed(comparison.everySource().firstPairs(MOST_SHINGLES)).share();
  }

  /** How much of the source's later half its earlier half holds, or a random half another. */
  private double withinSource() {
    double inTime = comparison.everySource().laterReplayed(MOST_SHINGLES);
    Parts first = parts.get(0);
    return Math.max(
        inTime, new Shingles(first.fresh()).in(Shingles.Sequence.of(both(first))).share());
  }
}
