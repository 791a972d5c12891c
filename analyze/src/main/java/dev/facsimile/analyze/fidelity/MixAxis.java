package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/** The share of every class among the requests. */
final class MixAxis implements FidelityAxis {
  private static final String UNIT = "percentage points";

  /** One percentage point. */
  private static final double NEGLIGIBLE = 1;

  @Override
  public AxisId id() {
    return AxisId.MIX;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    Set<String> names = new LinkedHashSet<>(source.classNames());
    names.addAll(other.classNames());
    if (names.size() < 2) {
      return new AxisResult.NotJudged(id(), "both sides have one class only");
    }
    Splits splits = comparison.splits();
    NoiseRatio noise =
        NoiseRatio.of(
            names.stream()
                .map(
                    name ->
                        splits.measureShare(splits.pooled(marks(source, name), marks(other, name))))
                .toList(),
            NoiseRatio.Growth.LINEAR);
    List<AxisResult.Part> parts = new ArrayList<>();
    for (String name : names) {
      double sourceShare = 100.0 * source.count(name) / source.rows();
      double otherShare = 100.0 * other.count(name) / other.rows();
      parts.add(
          new AxisResult.Part(
              name,
              OptionalDouble.of(sourceShare),
              OptionalDouble.of(otherShare),
              otherShare - sourceShare,
              UNIT,
              noise.parts()[parts.size()]));
    }
    return judged(parts, noise);
  }

  private AxisResult judged(List<AxisResult.Part> parts, NoiseRatio noise) {
    AxisResult.Part largest =
        parts.stream()
            .reduce((a, b) -> Math.abs(b.effect()) > Math.abs(a.effect()) ? b : a)
            .orElseThrow();
    return new AxisResult.Judged(
        id(),
        largest.effect(),
        UNIT,
        noise.ratio(),
        noise.nStar(),
        Math.abs(largest.effect()) <= NEGLIGIBLE,
        String.format(
            Locale.ROOT,
            "%s %.1f/%.1f %%",
            largest.what(),
            largest.source().orElseThrow(),
            largest.other().orElseThrow()),
        parts,
        List.of());
  }

  private static int[] marks(Traffic traffic, String name) {
    int wanted = traffic.classNames().indexOf(name);
    return IntStream.of(traffic.classes()).map(c -> c == wanted ? 1 : 0).toArray();
  }
}
