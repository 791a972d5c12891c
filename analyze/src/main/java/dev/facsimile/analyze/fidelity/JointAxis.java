package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.Dependence;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Input and output length together: the {@link JointDistance}. It sees what neither length shows by
 * itself, such as outputs that no longer belong to their inputs.
 */
final class JointAxis implements FidelityAxis {
  /** A difference that fewer requests than this would not show is negligible. */
  private static final double NEGLIGIBLE_BELOW = 10_000;

  @Override
  public AxisId id() {
    return AxisId.JOINT;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    JointDistance distance = JointDistance.of(comparison);
    NoiseRatio noise = NoiseRatio.of(List.of(distance.measured()), NoiseRatio.Growth.SQUARED);
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    double effect = 100 * distance.effect();
    double sourceRho = Dependence.spearman(source.inputs(), source.outputs());
    double otherRho = Dependence.spearman(other.inputs(), other.outputs());
    return new AxisResult.Judged(
        id(),
        effect,
        "% of the spread",
        noise.ratio(),
        noise.nStar(),
        noise.nStar().isEmpty() || noise.nStar().getAsDouble() >= NEGLIGIBLE_BELOW,
        String.format(Locale.ROOT, "energy %.3g %% of spread", effect),
        List.of(
            new AxisResult.Part(
                "Spearman",
                OptionalDouble.of(sourceRho),
                OptionalDouble.of(otherRho),
                otherRho - sourceRho,
                "correlation",
                noise.ratio())),
        List.of(String.format(Locale.ROOT, "Spearman %.3f/%.3f, not judged", sourceRho, otherRho)));
  }
}
