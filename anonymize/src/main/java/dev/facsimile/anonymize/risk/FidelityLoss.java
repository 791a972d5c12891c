package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the release lost of the workload, side by side with the risk: a release may be safe because
 * nothing is left in it.
 *
 * @param inputDistance Kolmogorov-Smirnov distance of raw and released input lengths, from 0 to 1;
 *     absent where none are released
 * @param outputDistance the same of output lengths
 * @param gapDistance the same of the gaps between arrivals
 * @param inputTotal released input tokens ÷ raw ones
 * @param outputTotal released output tokens ÷ raw ones
 * @param dispersion burstiness before and after
 * @param prefixHits hits in an infinite cache, where blocks are released
 * @param mixDistance of each attribute with a raw value, half the sum of the absolute differences
 *     of the shares of its values (total variation); 1 where it is dropped
 * @param skew Gini coefficient of the units' requests; after absent where no unit is released
 */
public record FidelityLoss(
    Optional<Double> inputDistance,
    Optional<Double> outputDistance,
    Optional<Double> gapDistance,
    Optional<Double> inputTotal,
    Optional<Double> outputTotal,
    List<Burstiness> dispersion,
    Optional<PrefixShares> prefixHits,
    Map<String, Double> mixDistance,
    Optional<Skew> skew) {
  /** A distance above this is a change that an analysis of the release would show. */
  public static final double MOST_DISTANCE = 0.10;

  private static final long SECOND = 1_000_000_000L;
  private static final int LEAST_WINDOWS = 20;

  /**
   * Index of dispersion for counts, Var(N) ÷ E(N).
   *
   * @param windowSeconds width of the windows
   */
  public record Burstiness(int windowSeconds, double before, double after) {}

  /** Hit blocks ÷ blocks and hit tokens ÷ input tokens, of full blocks. */
  public record PrefixShares(
      double blocksBefore, double blocksAfter, double tokensBefore, double tokensAfter) {}

  /** Gini coefficients. */
  public record Skew(double before, Optional<Double> after) {}

  public FidelityLoss {
    dispersion = List.copyOf(dispersion);
    mixDistance = Collections.unmodifiableMap(new TreeMap<>(mixDistance));
  }

  static FidelityLoss of(Population population, Optional<PrefixShares> prefixHits) {
    Side raw = population.raw;
    Side released = population.released;
    int[] inputs = raw.inputLengths();
    int[] outputs = raw.outputLengths();
    int[] releasedInputs = released.inputLengths();
    int[] releasedOutputs = released.outputLengths();
    long[] before = fromZero(raw);
    long[] after = fromZero(released);
    return new FidelityLoss(
        distance(inputs, releasedInputs),
        distance(outputs, releasedOutputs),
        before.length < 3
            ? Optional.empty()
            : Optional.of(KolmogorovSmirnov.distance(gaps(before), gaps(after))),
        ratio(inputs, releasedInputs),
        ratio(outputs, releasedOutputs),
        dispersion(before, after),
        prefixHits,
        mix(raw, released),
        skew(population));
  }

  private static Optional<Double> distance(int[] before, int[] after) {
    return before.length == 0 || after.length == 0
        ? Optional.empty()
        : Optional.of(KolmogorovSmirnov.distance(before, after));
  }

  private static Optional<Double> ratio(int[] before, int[] after) {
    double sum = Arrays.stream(before).asLongStream().sum();
    return sum == 0 || after.length == 0
        ? Optional.empty()
        : Optional.of(Arrays.stream(after).asLongStream().sum() / sum);
  }

  /** Arrivals ascending, the first at 0. */
  private static long[] fromZero(Side side) {
    long[] arrivals = side.arrivals.toArray();
    Arrays.sort(arrivals);
    for (int i = arrivals.length - 1; i >= 0; i--) {
      arrivals[i] -= arrivals[0];
    }
    return arrivals;
  }

  private static long[] gaps(long[] arrivals) {
    long[] gaps = new long[arrivals.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = arrivals[i + 1] - arrivals[i];
    }
    return gaps;
  }

  private static List<Burstiness> dispersion(long[] before, long[] after) {
    List<Burstiness> dispersion = new ArrayList<>();
    long span = Math.min(before[before.length - 1], after[after.length - 1]);
    for (int seconds : new int[] {1, 10, 60}) {
      long width = seconds * SECOND;
      if (span / width >= LEAST_WINDOWS) {
        dispersion.add(new Burstiness(seconds, index(before, width), index(after, width)));
      }
    }
    return dispersion;
  }

  private static double index(long[] arrivals, long width) {
    return Dispersion.index(Dispersion.counts(arrivals, arrivals[arrivals.length - 1], width));
  }

  private static Map<String, Double> mix(Side raw, Side released) {
    Map<String, Double> distances = new TreeMap<>();
    for (Attribute attribute : Attribute.values()) {
      Map<String, Double> before = shares(raw, attribute);
      if (!before.isEmpty()) {
        distances.put(attribute.word(), totalVariation(before, shares(released, attribute)));
      }
    }
    return distances;
  }

  private static Map<String, Double> shares(Side side, Attribute attribute) {
    long[] counts = new long[side.profiles.values(attribute) + 1];
    long all = 0;
    for (int row = 0; row < side.rows(); row++) {
      int code = side.code(row, attribute);
      counts[code]++;
      all += code > 0 ? 1 : 0;
    }
    Map<String, Double> shares = new TreeMap<>();
    double total = all;
    side.profiles
        .codes(attribute)
        .forEach((value, code) -> shares.put(value, counts[code] / total));
    return shares;
  }

  private static double totalVariation(Map<String, Double> before, Map<String, Double> after) {
    if (after.isEmpty()) {
      return 1;
    }
    return Stream.concat(before.keySet().stream(), after.keySet().stream())
            .distinct()
            .mapToDouble(v -> Math.abs(before.getOrDefault(v, 0.0) - after.getOrDefault(v, 0.0)))
            .sum()
        / 2;
  }

  private static Optional<Skew> skew(Population population) {
    if (population.unit == DataUnit.REQUEST || population.units() < 2) {
      return Optional.empty();
    }
    long[] requests = new long[population.units()];
    for (int row = 0; row < population.rows(); row++) {
      requests[population.unit(row)]++;
    }
    double gini = gini(requests);
    return Optional.of(
        new Skew(gini, population.unitReleased() ? Optional.of(gini) : Optional.empty()));
  }

  /** Σ(2i − n − 1)·x(i) ÷ (n·Σx), x ascending. */
  private static double gini(long[] values) {
    Arrays.sort(values);
    double weighted = 0;
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      weighted += (2.0 * (i + 1) - values.length - 1) * values[i];
      sum += values[i];
    }
    return weighted / (values.length * sum);
  }

  /** The distances of lengths that are there. */
  Stream<Double> lengthDistances() {
    return Stream.concat(inputDistance.stream(), outputDistance.stream());
  }

  /** What an analysis of the release would get wrong, a clause for each; empty if nothing. */
  public List<String> losses() {
    List<String> losses = new ArrayList<>();
    distance("input lengths", inputDistance, losses);
    distance("output lengths", outputDistance, losses);
    distance("gaps between arrivals", gapDistance, losses);
    dispersion.stream()
        .filter(b -> Math.abs(b.after - b.before) > 2 * MOST_DISTANCE * b.before)
        .forEach(
            b ->
                losses.add(
                    text(
                        "burstiness at %d s is %.2f instead of %.2f",
                        b.windowSeconds, b.after, b.before)));
    prefixHits
        .filter(hits -> hits.blocksAfter < (1 - MOST_DISTANCE) * hits.blocksBefore)
        .ifPresent(
            hits ->
                losses.add(
                    text(
                        "the prefix cache hits %.1f %% of blocks instead of %.1f %%",
                        100 * hits.blocksAfter, 100 * hits.blocksBefore)));
    mixDistance.forEach(
        (column, distance) -> {
          if (distance >= 1) {
            losses.add(column + " is gone");
          } else if (distance > MOST_DISTANCE) {
            losses.add(text("%.0f %% of %s is not what it was", 100 * distance, column));
          }
        });
    skew.filter(s -> s.after.isEmpty()).ifPresent(s -> losses.add("who sent what is gone"));
    return losses;
  }

  private static void distance(String what, Optional<Double> distance, List<String> losses) {
    if (distance.isEmpty()) {
      losses.add(what + " are gone");
    } else if (distance.get() > MOST_DISTANCE) {
      losses.add(text("%s moved by %.2f", what, distance.get()));
    }
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
