package dev.facsimile.synth.diff;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.TrafficModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How one class differs between two models.
 *
 * @param label the class
 * @param firstRate requests a second in the first model; 0 where it has no such class
 * @param secondRate as above, of the second
 * @param lengths how the lengths differ; absent unless both models have the class
 */
public record ClassDifference(
    String label, double firstRate, double secondRate, Optional<Lengths> lengths) {

  /**
   * Distances from 0 to 1.
   *
   * @param input largest difference of the distribution functions of input tokens
   * @param output as above, of output tokens
   * @param dependence share of requests that would have to change cells of the copula
   * @param firstContinues share of prompts that continue an earlier one in the first model
   * @param secondContinues as above, of the second
   */
  public record Lengths(
      double input,
      double output,
      double dependence,
      Optional<Double> firstContinues,
      Optional<Double> secondContinues) {}

  /** Class by class, in order of their labels. */
  public static List<ClassDifference> between(TrafficModel first, TrafficModel second) {
    Map<String, Optional<ClassModel>> firsts = byLabel(first);
    Map<String, Optional<ClassModel>> seconds = byLabel(second);
    Map<String, Optional<ClassModel>> all = new TreeMap<>(firsts);
    all.putAll(seconds);
    List<ClassDifference> differences = new ArrayList<>();
    for (String label : all.keySet()) {
      Optional<ClassModel> one = firsts.getOrDefault(label, Optional.empty());
      Optional<ClassModel> two = seconds.getOrDefault(label, Optional.empty());
      differences.add(
          new ClassDifference(
              label,
              rate(one, first),
              rate(two, second),
              one.flatMap(a -> two.map(b -> lengths(a, b)))));
    }
    return differences;
  }

  private static Map<String, Optional<ClassModel>> byLabel(TrafficModel model) {
    Map<String, Optional<ClassModel>> byLabel = new TreeMap<>();
    model.classes().forEach(stratum -> byLabel.put(stratum.label(), Optional.of(stratum)));
    return byLabel;
  }

  private static double rate(Optional<ClassModel> stratum, TrafficModel model) {
    double seconds = model.source().durationNanos() / 1e9;
    return stratum.map(present -> present.requests() / seconds).orElse(0.0);
  }

  private static Lengths lengths(ClassModel first, ClassModel second) {
    return new Lengths(
        distance(first.lengths().input(), second.lengths().input()),
        distance(first.lengths().output(), second.lengths().output()),
        distance(first.lengths().copula(), second.lengths().copula()),
        first.prefix().map(PrefixReuse::continuedShare),
        second.prefix().map(PrefixReuse::continuedShare));
  }

  /** Distribution functions are straight within segments, so they differ most at an end of one. */
  static double distance(Marginal first, Marginal second) {
    Quantiles one = new Quantiles(first);
    Quantiles two = new Quantiles(second);
    double largest = 0;
    for (Marginal marginal : List.of(first, second)) {
      for (Marginal.Segment segment : marginal.segments()) {
        double below = one.below(segment.low()) - two.below(segment.low());
        double upTo = one.upTo(segment.high()) - two.upTo(segment.high());
        largest = Math.max(largest, Math.max(Math.abs(below), Math.abs(upTo)));
      }
    }
    return largest;
  }

  /** Total variation distance, on the coarser of the two boards. */
  static double distance(Checkerboard first, Checkerboard second) {
    int size = Math.min(first.size(), second.size());
    double[] one = shares(first, size);
    double[] two = shares(second, size);
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += Math.abs(one[i] - two[i]);
    }
    return sum / 2;
  }

  private static double[] shares(Checkerboard board, int size) {
    double[] shares = new double[size * size];
    int part = board.size() / size;
    double total = board.counts().stream().flatMap(List::stream).mapToLong(n -> n).sum();
    for (int i = 0; i < board.size(); i++) {
      for (int j = 0; j < board.size(); j++) {
        shares[i / part * size + j / part] += board.counts().get(i).get(j) / total;
      }
    }
    return shares;
  }
}
