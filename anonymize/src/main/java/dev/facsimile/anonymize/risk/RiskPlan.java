package dev.facsimile.anonymize.risk;

/**
 * What is to be measured.
 *
 * @param unit whose data it is
 * @param k the policy's least class size
 * @param blockTokens tokens in a full prefix block; any number where there are none
 * @param knownPoints most requests of a unit that an attacker is taken to know
 * @param seed of the samples
 * @param detector looks at the released values of categories
 */
public record RiskPlan(
    DataUnit unit, int k, int blockTokens, int knownPoints, long seed, Residual.Detector detector) {
  /** The seed where nobody gives another. */
  public static final long SEED = 1;
}
