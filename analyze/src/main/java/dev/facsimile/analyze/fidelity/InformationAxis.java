package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.Splits.Group;
import dev.facsimile.analyze.statistic.Dependence;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How much the input length tells of the output length: their mutual information. A correlation can
 * be 0 where this is not.
 */
final class InformationAxis implements FidelityAxis {
  private static final double NEGLIGIBLE_SHARE = 0.1;

  /** Two columns with less are independent for every practical purpose. */
  private static final double NEGLIGIBLE_NATS = 0.01;

  @Override
  public AxisId id() {
    return AxisId.INFORMATION;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    Splits splits = comparison.splits();
    int[] inputs = splits.pooled(source.inputs(), other.inputs());
    int[] outputs = splits.pooled(source.outputs(), other.outputs());
    Splits.Measured measured =
        splits.measure(
            (split, group) -> information(splits, inputs, outputs, split, group),
            (first, second) -> Math.abs(first - second));
    NoiseRatio noise = NoiseRatio.of(List.of(measured), NoiseRatio.Growth.LINEAR);
    double ofSource = Dependence.mutualInformation(source.inputs(), source.outputs());
    double ofOther = Dependence.mutualInformation(other.inputs(), other.outputs());
    double effect = ofOther - ofSource;
    return new AxisResult.Judged(
        id(),
        effect,
        "nats",
        noise.ratio(),
        noise.nStar(),
        Math.abs(effect) <= Math.max(NEGLIGIBLE_NATS, NEGLIGIBLE_SHARE * ofSource),
        String.format(Locale.ROOT, "MI %.2f/%.2f nats", ofSource, ofOther),
        List.of(
            new AxisResult.Part(
                "mutual information",
                OptionalDouble.of(ofSource),
                OptionalDouble.of(ofOther),
                effect,
                "nats",
                noise.ratio())),
        List.of());
  }

  private static double information(
      Splits splits, int[] inputs, int[] outputs, int split, Group group) {
    return Dependence.mutualInformation(
        splits.values(inputs, split, group), splits.values(outputs, split, group));
  }
}
