package dev.facsimile.anonymize.policy;

import java.util.OptionalDouble;

/**
 * The most risk that a release may have, each a share from 0 to 1; an absent one is measured and
 * does not stop a release.
 *
 * @param maxProsecutor 1 ÷ size of the smallest class
 * @param maxMeanProsecutor mean over units of 1 ÷ size of the unit's class
 * @param maxUnicityP4 share of units that four known points single out
 * @param maxLinkageGain linkability above a control group's
 * @param maxInferenceGain inference above a control group's
 * @param knownPoints most points that an attacker is taken to know, 1 to {@link #MOST_POINTS}
 */
public record RiskLimits(
    OptionalDouble maxProsecutor,
    OptionalDouble maxMeanProsecutor,
    OptionalDouble maxUnicityP4,
    OptionalDouble maxLinkageGain,
    OptionalDouble maxInferenceGain,
    int knownPoints) {
  /** Points that a policy may ask for. */
  public static final int MOST_POINTS = 5;

  /** What holds where a policy has no {@code risk}: all is measured, nothing is limited. */
  public static final RiskLimits NONE =
      new RiskLimits(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          MOST_POINTS);
}
