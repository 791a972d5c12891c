package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.AxisResult.Part;
import dev.facsimile.analyze.statistic.SortedPool;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The distributions of input and of output length, each by itself: the Kolmogorov-Smirnov distance
 * over all requests and within each class.
 */
final class MarginalsAxis implements FidelityAxis {
  private static final double NEGLIGIBLE = 0.03;

  @Override
  public AxisId id() {
    return AxisId.MARGINALS;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    List<String> names = new ArrayList<>();
    List<Double> effects = new ArrayList<>();
    List<Splits.Measured> measured = new ArrayList<>();
    addColumns("", comparison, names, effects, measured);
    for (Comparison.OfClass each : comparison.classes()) {
      if (each.comparison().tooSmall().isEmpty()) {
        addColumns(each.name() + " ", each.comparison(), names, effects, measured);
      }
    }
    NoiseRatio noise = NoiseRatio.of(measured, NoiseRatio.Growth.LINEAR);
    double effect = effects.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return new AxisResult.Judged(
        id(),
        effect,
        "KS",
        noise.ratio(),
        noise.nStar(),
        effect <= NEGLIGIBLE,
        String.format(Locale.ROOT, "KS in %.3f out %.3f", effects.get(0), effects.get(1)),
        parts(names, effects, noise),
        names.size() > 2 ? List.of("worst: " + names.get(noise.worst())) : List.of());
  }

  private static void addColumns(
      String prefix,
      Comparison comparison,
      List<String> names,
      List<Double> effects,
      List<Splits.Measured> measured) {
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    names.add(prefix + "input");
    effects.add(KolmogorovSmirnov.distance(source.inputs(), other.inputs()));
    measured.add(measure(comparison.splits(), source.inputs(), other.inputs()));
    names.add(prefix + "output");
    effects.add(KolmogorovSmirnov.distance(source.outputs(), other.outputs()));
    measured.add(measure(comparison.splits(), source.outputs(), other.outputs()));
  }

  private static Splits.Measured measure(Splits splits, int[] source, int[] other) {
    int[] pooled = splits.pooled(source, other);
    int[] members = IntStream.range(0, pooled.length).toArray();
    return splits.measured(new SortedPool(pooled, members).distances(splits.groupings()));
  }

  private static List<Part> parts(List<String> names, List<Double> effects, NoiseRatio noise) {
    return IntStream.range(0, names.size())
        .mapToObj(
            i ->
                new Part(
                    names.get(i),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    effects.get(i),
                    "KS",
                    noise.parts()[i]))
        .toList();
  }
}
