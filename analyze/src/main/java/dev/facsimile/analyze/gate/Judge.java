package dev.facsimile.analyze.gate;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Judges one bound on repeats: it fails when the whole interval is beyond the bound, passes when
 * the whole interval is within, and cannot be judged when the bound lies inside the interval.
 */
final class Judge {
  private static final int DRAWS = 2_000;

  private Judge() {}

  /**
   * A judged bound.
   *
   * @param verdict what came of it
   * @param found what is held against the bound: the median, or its distance from the baseline's
   * @param low lower end of its interval
   * @param high upper end
   */
  record Judged(Verdict verdict, double found, double low, double high) {}

  /**
   * How a rule ends where nothing changed.
   *
   * @param fails share of draws in which it fails
   * @param inconclusive share in which it cannot be judged
   */
  record FalseAlarms(double fails, double inconclusive) {}

  /** Judges; {@code baseline} is of no matter for an absolute bound. */
  static Judged judge(Bound bound, MedianOf candidate, MedianOf baseline) {
    if (bound instanceof Bound.AtMost b) {
      return upper(b.value(), candidate);
    }
    if (bound instanceof Bound.AtLeast b) {
      return lower(b.value(), candidate);
    }
    boolean points =
        bound instanceof Bound.AboveBaseline a && a.points()
            || bound instanceof Bound.BelowBaseline l && l.points();
    MedianOf distance = points ? difference(candidate, baseline) : ratio(candidate, baseline);
    if (bound instanceof Bound.AboveBaseline b) {
      return upper(b.relative(), distance);
    }
    return lower(-((Bound.BelowBaseline) bound).relative(), distance);
  }

  private static Judged upper(double limit, MedianOf found) {
    Verdict verdict =
        found.low() > limit
            ? Verdict.FAILED
            : found.high() <= limit ? Verdict.PASSED : Verdict.INCONCLUSIVE;
    return new Judged(verdict, found.value(), found.low(), found.high());
  }

  private static Judged lower(double limit, MedianOf found) {
    Verdict verdict =
        found.high() < limit
            ? Verdict.FAILED
            : found.low() >= limit ? Verdict.PASSED : Verdict.INCONCLUSIVE;
    return new Judged(verdict, found.value(), found.low(), found.high());
  }

  /** MOVER, as in comparisons. */
  private static MedianOf difference(MedianOf a, MedianOf b) {
    double d = a.value() - b.value();
    return new MedianOf(
        d,
        d - Math.hypot(a.value() - a.low(), b.high() - b.value()),
        d + Math.hypot(a.high() - a.value(), b.value() - b.low()));
  }

  /** Candidate ÷ baseline − 1; MOVER on the logarithms, so that both sides stay over 0. */
  private static MedianOf ratio(MedianOf a, MedianOf b) {
    MedianOf d = difference(logs(a), logs(b));
    return new MedianOf(Math.expm1(d.value()), Math.expm1(d.low()), Math.expm1(d.high()));
  }

  private static MedianOf logs(MedianOf of) {
    return new MedianOf(Math.log(of.value()), Math.log(of.low()), Math.log(of.high()));
  }

  /**
   * How often a rule fails or cannot be judged when candidate and baseline are the same server:
   * both sides drawn with replacement from the baseline's repeats, their spread about the median
   * widened by √(k ÷ (k − 1)), since k repeats show too little of it. A relative bound is judged
   * against another draw of the baseline.
   */
  static FalseAlarms falseAlarms(
      Bound bound, int candidates, double[] baseline, UniformRandomProvider random) {
    double median = MedianOf.of(baseline).value();
    double wider = Math.sqrt(baseline.length / (baseline.length - 1.0));
    double[] pool =
        Arrays.stream(baseline).map(v -> Math.max(0, median + (v - median) * wider)).toArray();
    int fails = 0;
    int inconclusive = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      MedianOf candidate = drawn(pool, candidates, random);
      MedianOf other = drawn(pool, baseline.length, random);
      switch (judge(bound, candidate, other).verdict()) {
        case FAILED -> fails++;
        case INCONCLUSIVE -> inconclusive++;
        case PASSED -> {}
      }
    }
    return new FalseAlarms((double) fails / DRAWS, (double) inconclusive / DRAWS);
  }

  private static MedianOf drawn(double[] pool, int n, UniformRandomProvider random) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = pool[random.nextInt(pool.length)];
    }
    return MedianOf.of(values);
  }

  /**
   * The interval of a single run: that within it, or none, which makes the figure itself decide.
   */
  static MedianOf single(double value, OptionalDouble low, OptionalDouble high) {
    return new MedianOf(value, low.orElse(value), high.orElse(Double.POSITIVE_INFINITY));
  }
}
