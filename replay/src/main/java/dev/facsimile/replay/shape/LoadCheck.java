package dev.facsimile.replay.shape;

import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether arrivals have the shape that was asked for. Each look is a finding: what was seen, what
 * was expected, and whether that is sound. Holds the arrivals.
 *
 * <p>Two broken shapes of load generators in the field are looked for: the same random stream in
 * every worker (arrivals come in bunches, and gaps repeat exactly), and an arrival on every whole
 * second (each second's own process is forced to begin with one).
 */
public final class LoadCheck {
  /** Fewer arrivals tell nothing of a shape. */
  public static final int LEAST = 100;

  private static final long SECOND = 1_000_000_000L;

  /** Asked and reached rates may differ by so much. */
  private static final double RATE = 0.001;

  /** The Kolmogorov-Smirnov test's critical value at 1 %, times the root of the sample's size. */
  private static final double KS_1_PERCENT = 1.628;

  /** Standard deviations over which a count is no chance: 1 in 3.5 million. */
  private static final double SIGMAS = 5;

  /** An arrival so near to a whole second is on it. */
  private static final long ON_SECOND = 1_000_000;

  /** Gaps below this share of the mean are a bunch. */
  private static final double BUNCH = 0.02;

  private LoadCheck() {}

  /**
   * One look.
   *
   * @param what what was looked at
   * @param seen what was found
   * @param expected what it should be
   * @param sound whether it is
   */
  public record Finding(String what, String seen, String expected, boolean sound) {}

  /**
   * How well dispatches followed their schedule.
   *
   * @param scheduled when requests were due, ascending, nanoseconds from the run's zero
   * @param dispatched when they were sent, ascending
   * @param neverSent how many were not
   */
  public static List<Finding> kept(long[] scheduled, long[] dispatched, long neverSent) {
    List<Finding> findings = new ArrayList<>();
    findings.add(new Finding("requests never sent", Long.toString(neverSent), "0", neverSent == 0));
    if (scheduled.length < 2 || dispatched.length < 2) {
      return findings;
    }
    double asked = rate(scheduled);
    double reached = rate(dispatched);
    double off = reached / asked - 1;
    findings.add(
        new Finding(
            "rate reached ÷ rate asked",
            text("%.2f/s ÷ %.2f/s = %+.3f %%", reached, asked, 100 * off),
            text("within %.1f %%", 100 * RATE),
            Math.abs(off) <= RATE));
    double distance = KolmogorovSmirnov.distance(gaps(scheduled), gaps(dispatched));
    long width = dispersionWidth(scheduled);
    double planned = dispersion(scheduled, width);
    double seen = dispersion(dispatched, width);
    findings.add(
        new Finding(
            text("index of dispersion in windows of %.2f s", width / 1e9),
            text("%.2f", seen),
            text("%.2f, as scheduled, within a fifth", planned),
            Math.abs(seen - planned) <= Math.max(0.2 * planned, 0.1)));
    findings.add(
        new Finding(
            "largest difference between the distributions of gaps (KS)",
            text("%.3f", distance),
            "told, not judged: below a millisecond gaps are the machine's",
            true));
    return findings;
  }

  /**
   * Whether arrivals are a process.
   *
   * @param arrivals ascending, nanoseconds
   * @param expected what their gaps should be like
   */
  public static List<Finding> process(long[] arrivals, Expected expected) {
    List<Finding> findings = new ArrayList<>();
    double[] gaps = relativeGaps(arrivals);
    double distance = distance(gaps, rate(arrivals) / SECOND, expected);
    double critical = KS_1_PERCENT / Math.sqrt(gaps.length);
    findings.add(
        new Finding(
            "distance of the gaps from a " + expected.name() + " process (KS)",
            text("%.3f", distance),
            text("at most %.3f for %d gaps (1 %% level)", critical, gaps.length),
            distance <= critical));
    if (expected instanceof Expected.Poisson) {
      findings.add(dispersionOfPoisson(arrivals));
    }
    findings.add(bunches(gaps, expected));
    findings.add(repeats(arrivals));
    findings.add(boundaries(arrivals));
    return findings;
  }

  private static Finding dispersionOfPoisson(long[] arrivals) {
    long width = dispersionWidth(arrivals);
    int[] counts = counts(arrivals, width);
    double index = Dispersion.index(counts);
    // The index's standard deviation under a Poisson process is √(2 ÷ (windows − 1)).
    double room = SIGMAS * Math.sqrt(2.0 / (counts.length - 1));
    return new Finding(
        text("index of dispersion in windows of %.2f s", width / 1e9),
        text("%.2f", index),
        text("1 ± %.2f for %d windows", room, counts.length),
        Math.abs(index - 1) <= room);
  }

  /** Several workers with one random stream send at the same moments. */
  private static Finding bunches(double[] gaps, Expected expected) {
    long small = Arrays.stream(gaps).filter(g -> g < BUNCH).count();
    double share = expected.share(BUNCH);
    double room = SIGMAS * Math.sqrt(gaps.length * share * (1 - share)) + 1;
    return new Finding(
        "gaps below a fiftieth of the mean: the same random stream in several workers",
        text("%.1f %%", 100.0 * small / gaps.length),
        text("%.1f %%", 100 * share),
        small <= gaps.length * share + room);
  }

  /** Several workers with one random stream, begun one after the other, repeat its gaps. */
  private static Finding repeats(long[] arrivals) {
    double meanMicros = (arrivals[arrivals.length - 1] - arrivals[0]) / 1e3 / arrivals.length;
    Map<Long, Integer> seen = new HashMap<>();
    int counted = 0;
    for (int i = 1; i < arrivals.length; i++) {
      long micros = (arrivals[i] - arrivals[i - 1]) / 1000;
      // Of a bursty process most gaps are short, and short ones repeat by chance.
      if (micros > meanMicros) {
        seen.merge(micros, 1, Integer::sum);
        counted++;
      }
    }
    long repeated = seen.values().stream().filter(n -> n > 1).mapToLong(n -> n).sum();
    double share = counted == 0 ? 0 : (double) repeated / counted;
    // Of n gaps with an exponential density over m microseconds, chance repeats about n ÷ 2m.
    double chance = Math.min(1, 1 - StrictMath.exp(-counted / (2 * meanMicros)));
    return new Finding(
        "long gaps that occur more than once, to the microsecond: a stream used again",
        text("%.1f %%", 100 * share),
        text("about %.1f %% by chance", 100 * chance),
        share <= Math.max(0.2, 2 * chance + 0.1) || chance > 0.5);
  }

  /** A process that is begun anew in every second has an arrival on each whole one. */
  private static Finding boundaries(long[] arrivals) {
    long first = arrivals[0] / SECOND + 1;
    long last = arrivals[arrivals.length - 1] / SECOND;
    long seconds = Math.max(0, last - first + 1);
    long on = 0;
    int at = 0;
    for (long second = first; second <= last; second++) {
      while (at < arrivals.length && arrivals[at] < second * SECOND - ON_SECOND) {
        at++;
      }
      if (at < arrivals.length && arrivals[at] <= second * SECOND + ON_SECOND) {
        on++;
      }
    }
    double chance = -StrictMath.expm1(-rate(arrivals) * 2 * ON_SECOND / SECOND);
    double room = SIGMAS * Math.sqrt(seconds * chance * (1 - chance)) + 1;
    return new Finding(
        "whole seconds with an arrival on them: a process begun anew each second",
        on + " of " + seconds,
        text("about %.1f by chance", seconds * chance),
        on <= seconds * chance + room);
  }

  /** Times are whole nanoseconds, so that a gap may be off by one. */
  private static double distance(double[] gaps, double nanosecond, Expected expected) {
    double[] sorted = gaps.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double least = expected.share(sorted[i] - nanosecond);
      double most = expected.share(sorted[i] + nanosecond);
      largest = Math.max(largest, least - (double) i / sorted.length);
      largest = Math.max(largest, (double) (i + 1) / sorted.length - most);
    }
    return largest;
  }

  private static double[] relativeGaps(long[] arrivals) {
    double mean = (double) (arrivals[arrivals.length - 1] - arrivals[0]) / (arrivals.length - 1);
    double[] gaps = new double[arrivals.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (arrivals[i + 1] - arrivals[i]) / mean;
    }
    return gaps;
  }

  private static long[] gaps(long[] times) {
    long[] gaps = new long[times.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = times[i + 1] - times[i];
    }
    return gaps;
  }

  /** Ten arrivals to a window, on average. */
  private static long dispersionWidth(long[] arrivals) {
    return Math.max(1, Math.round(10 / rate(arrivals) * SECOND));
  }

  private static int[] counts(long[] arrivals, long width) {
    long[] fromZero = Arrays.stream(arrivals).map(a -> a - arrivals[0]).toArray();
    return Dispersion.counts(fromZero, Math.max(2 * width, fromZero[fromZero.length - 1]), width);
  }

  private static double dispersion(long[] arrivals, long width) {
    return Dispersion.index(counts(arrivals, width));
  }

  /** Arrivals per second between the first and the last. */
  private static double rate(long[] arrivals) {
    long span = Math.max(1, arrivals[arrivals.length - 1] - arrivals[0]);
    return (arrivals.length - 1) * (double) SECOND / span;
  }

  /** A reason why so many arrivals cannot be judged; absent when they can. */
  public static Optional<String> tooFew(int arrivals) {
    return arrivals >= LEAST
        ? Optional.empty()
        : Optional.of(
            arrivals + " arrivals tell nothing of a shape, expected " + LEAST + " or more");
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
