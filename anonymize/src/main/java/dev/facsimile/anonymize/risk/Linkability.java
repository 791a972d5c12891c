package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Linkability: whether the first and the second half of a unit's released rows find each other, as
 * they would in two releases of different weeks. Each half is described by what its rows look like
 * ({@link Likeness}); each first half picks the nearest second half. Success is picking one's own;
 * the control picks at random and succeeds once in as many candidates; the gain is (success −
 * control) ÷ (1 − control). After the linkability of Article 29 Working Party Opinion 05/2014
 * (WP216) and of Giomi et al., PoPETs 2023.
 *
 * @param success halves that picked their own; ties are broken by chance
 * @param control the chance of a blind pick
 * @param gain what the likeness gains over it
 */
public record Linkability(Estimate success, double control, Estimate gain) {
  /** Units drawn, without replacement; all of them where there are no more. */
  public static final int SAMPLE = 1_000;

  /** A unit with fewer rows has no halves to speak of. */
  public static final int LEAST_ROWS = 6;

  /** Of the released rows; absent unless two units have {@link #LEAST_ROWS} rows. */
  static Optional<Linkability> of(Population population, Grouped byUnit, SeededStreams streams) {
    int[] units = draw(byUnit, streams.stream("linkability"));
    if (units.length < 2) {
      return Optional.empty();
    }
    Likeness likeness = new Likeness(population);
    float[][] first = new float[units.length][];
    float[][] second = new float[units.length][];
    for (int i = 0; i < units.length; i++) {
      int rows = byUnit.size(units[i]);
      first[i] = likeness.of(byUnit, units[i], 0, rows / 2);
      second[i] = likeness.of(byUnit, units[i], rows / 2, rows);
    }
    double found = 0;
    for (int i = 0; i < units.length; i++) {
      found += share(first[i], second, i);
    }
    Estimate success = Estimate.share(Math.min(units.length, found), units.length);
    double control = 1.0 / units.length;
    return Optional.of(
        new Linkability(
            success, control, Estimate.gain(success, Estimate.exact(control, units.length))));
  }

  private static int[] draw(Grouped byUnit, UniformRandomProvider random) {
    int[] eligible = new int[byUnit.groups()];
    int count = 0;
    for (int unit = 0; unit < byUnit.groups(); unit++) {
      if (byUnit.size(unit) >= LEAST_ROWS) {
        eligible[count++] = unit;
      }
    }
    int[] drawn = new int[Math.min(SAMPLE, count)];
    for (int i = 0; i < drawn.length; i++) {
      int other = i + random.nextInt(count - i);
      drawn[i] = eligible[other];
      eligible[other] = eligible[i];
    }
    return drawn;
  }

  /** The chance that the nearest of {@code candidates} is the one at {@code own}. */
  private static double share(float[] half, float[][] candidates, int own) {
    double ownLikeness = Likeness.of(half, candidates[own]);
    int ties = 0;
    for (float[] candidate : candidates) {
      double likeness = Likeness.of(half, candidate);
      if (likeness > ownLikeness + 1e-9) {
        return 0;
      }
      ties += likeness >= ownLikeness - 1e-9 ? 1 : 0;
    }
    return 1.0 / ties;
  }
}
