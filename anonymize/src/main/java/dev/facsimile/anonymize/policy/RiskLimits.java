package dev.facsimile.anonymize.policy;

import dev.facsimile.anonymize.risk.RiskBound;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The most risk that a release may have; what is not bounded is measured and does not stop a
 * release.
 *
 * @param bounds the largest value allowed of each figure, a share from 0 to 1
 * @param knownPoints most points that an attacker is taken to know, 1 to {@link #MOST_POINTS}
 */
public record RiskLimits(Map<RiskBound, Double> bounds, int knownPoints) {
  /** Points that a policy may ask for. */
  public static final int MOST_POINTS = 5;

  /** What holds where a policy has no {@code risk}: all is measured, nothing is limited. */
  public static final RiskLimits NONE = new RiskLimits(Map.of(), MOST_POINTS);

  public RiskLimits {
    Map<RiskBound, Double> copy = new EnumMap<>(RiskBound.class);
    copy.putAll(bounds);
    bounds = Collections.unmodifiableMap(copy);
  }
}
