package dev.facsimile.anonymize.risk;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A bound that a policy's {@code risk:} section may set: the largest value allowed, from 0 to 1.
 * Every one is of the released rows.
 */
public enum RiskBound {
  /** The prosecutor risk of the unit that is most exposed. */
  MAX_PROSECUTOR(
      "prosecutor",
      "the largest prosecutor risk",
      r -> Optional.of(Estimate.exact(r.prosecutor().after().max(), r.units()))),
  /** The mean of the prosecutor risk over the units. */
  MAX_MEAN_PROSECUTOR(
      "prosecutor",
      "the mean prosecutor risk",
      r -> Optional.of(Estimate.exact(r.prosecutor().after().mean(), r.units()))),
  /** Units in classes of fewer than k. */
  MAX_BELOW_K(
      "prosecutor",
      "the share of units in classes smaller than k",
      r -> Optional.of(r.prosecutor().after().belowK())),
  /** Requests alone with their pair of lengths. */
  MAX_UNIQUE_LENGTHS(
      "length_pairs",
      "the share of requests with a unique (input, output) length pair",
      r -> r.lengthPairs().map(pairs -> pairs.after().unique())),
  MAX_UNICITY_P1("unicity", "the share singled out by 1 known request", r -> unicity(r, 1)),
  MAX_UNICITY_P2("unicity", "the share singled out by 2 known requests", r -> unicity(r, 2)),
  MAX_UNICITY_P3("unicity", "the share singled out by 3 known requests", r -> unicity(r, 3)),
  MAX_UNICITY_P4("unicity", "the share singled out by 4 known requests", r -> unicity(r, 4)),
  MAX_UNICITY_P5("unicity", "the share singled out by 5 known requests", r -> unicity(r, 5)),
  MAX_LINKAGE_GAIN(
      "linkability",
      "the gain in linking two halves of a unit",
      r -> r.linkability().map(Linkability::gain)),
  MAX_CLOCK_CORRELATION(
      "clock",
      "the peak correlation with the true clock",
      r -> highest(r.clock().stream().map(ClockAlignment::peak))),
  MAX_INFERENCE_GAIN(
      "inference",
      "the gain in inferring a member's attribute",
      r -> highest(r.inference().stream().map(InferenceGain::gain))),
  /** The largest unit's share of requests, input or output tokens, whichever is most. */
  MAX_TOP1_SHARE(
      "dominance",
      "the largest unit's share",
      r -> r.dominance().map(d -> Estimate.exact(d.largestTop1(), r.units()))),
  MAX_TOP2_SHARE(
      "dominance",
      "the two largest units' share",
      r -> r.dominance().map(d -> Estimate.exact(d.largestTop2(), r.units()))),
  /** Findings ÷ distinct released texts. */
  MAX_RESIDUAL_SHARE(
      "residual",
      "the share of released texts with a finding",
      r -> Optional.of(r.residual().share())),
  /** Fidelity: the Kolmogorov-Smirnov distance of the lengths, input or output. */
  MAX_LENGTH_DISTANCE(
      "fidelity",
      "the distance of raw and released lengths",
      r -> highest(r.fidelity().lengthDistances().map(d -> Estimate.exact(d, r.rows()))));

  private final String measure;
  private final String meaning;
  private final Function<RiskReport, Optional<Estimate>> figure;

  RiskBound(String measure, String meaning, Function<RiskReport, Optional<Estimate>> figure) {
    this.measure = measure;
    this.meaning = meaning;
    this.figure = figure;
  }

  /** The key in a policy, such as {@code max_prosecutor}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is bounded, as a clause. */
  public String meaning() {
    return meaning;
  }

  /** The measure's name in {@link RiskReport#unmeasured()}. */
  String measure() {
    return measure;
  }

  /** The figure that is bounded; absent when it was not measured. */
  public Optional<Estimate> of(RiskReport report) {
    return figure.apply(report);
  }

  /** The bound of that key. */
  public static Optional<RiskBound> of(String word) {
    return Arrays.stream(values()).filter(bound -> bound.word().equals(word)).findFirst();
  }

  /** Every key. */
  public static List<String> words() {
    return Arrays.stream(values()).map(RiskBound::word).toList();
  }

  /** The strongest attacker's: who knows both lengths. */
  private static Optional<Estimate> unicity(RiskReport report, int points) {
    return highest(
        report.unicity().stream()
            .flatMap(curve -> curve.after().curve().stream())
            .filter(point -> point.points() == points)
            .map(Unicity.Point::singledOut));
  }

  private static Optional<Estimate> highest(Stream<Estimate> estimates) {
    return estimates.max(Comparator.comparingDouble(Estimate::value));
  }
}
