package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.statistic.Dependence;
import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Input and output length together, and where both sides have prefix blocks the tokens that hit in
 * an infinite cache: the {@link JointDistance}. It sees what no length shows by itself, such as
 * outputs that no longer belong to their inputs.
 */
final class JointAxis implements FidelityAxis {
  @Override
  public AxisId id() {
    return AxisId.JOINT;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    Optional<double[]> hits = hits(comparison);
    JointDistance distance =
        hits.isPresent() ? JointDistance.of(comparison, hits.get()) : JointDistance.of(comparison);
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
        noise.hiddenBelow(JointDistance.NEGLIGIBLE_BELOW),
        String.format(Locale.ROOT, "energy %.3g %% of spread", effect),
        List.of(
            new AxisResult.Part(
                "Spearman",
                OptionalDouble.of(sourceRho),
                OptionalDouble.of(otherRho),
                otherRho - sourceRho,
                "correlation",
                noise.ratio())),
        List.of(
            String.format(Locale.ROOT, "Spearman %.3f/%.3f, not judged", sourceRho, otherRho)
                + (hits.isPresent() ? "; with prefix hits" : "")));
  }

  /** Hit tokens of the pooled requests, where those of the two sides can be compared. */
  private static Optional<double[]> hits(Comparison comparison) {
    Optional<BlockScheme> scheme = PrefixFit.scheme(comparison.sourceSide());
    if (scheme.isEmpty() || PrefixFit.problem(comparison).isPresent()) {
      return Optional.empty();
    }
    int[] source = hitTokens(comparison.source(), scheme.get());
    int[] other = hitTokens(comparison.other(), scheme.get());
    return Optional.of(JointDistance.standardized(comparison.splits(), source, other));
  }

  private static int[] hitTokens(Traffic traffic, BlockScheme scheme) {
    int[] hits = traffic.prefixes().orElseThrow().hitBlocks();
    int[] tokens = new int[traffic.rows()];
    for (int row = 0; row < tokens.length; row++) {
      tokens[row] = scheme.tokensIn(hits[row], traffic.inputs()[row]);
    }
    return tokens;
  }
}
