package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Inference: what the release tells about a member's attribute that it does not tell about somebody
 * who is not in it. The units are halved by the seed. The attacker has the released rows of the
 * first half, and of one row of every target all other released columns; he guesses the attribute
 * from the rows that equal it in most columns ({@link Guess}). Success among members against
 * success among the held-back half: what holds for both is a fact about the world and no leak about
 * a member. After the inference risk of WP216 and of Giomi et al., PoPETs 2023.
 *
 * @param attribute what is guessed
 * @param members right guesses about units in the release
 * @param control right guesses about units held back
 * @param gain (members − control) ÷ (1 − control)
 */
public record InferenceGain(
    Attribute attribute, Estimate members, Estimate control, Estimate gain) {
  /** Targets of each half, one row of each unit. */
  public static final int SAMPLE = 20_000;

  /** Of every attribute with two released values, where both halves have a unit with one. */
  static List<InferenceGain> of(Population population, Grouped byUnit, SeededStreams streams) {
    List<InferenceGain> gains = new ArrayList<>();
    for (Attribute attribute : Attribute.values()) {
      if (attribute.sensitive() && population.released.profiles.values(attribute) > 1) {
        of(attribute, population, byUnit, streams).ifPresent(gains::add);
      }
    }
    return gains;
  }

  private static Optional<InferenceGain> of(
      Attribute attribute, Population population, Grouped byUnit, SeededStreams streams) {
    Guess guess = new Guess(population.released, attribute);
    for (int row = 0; row < population.rows(); row++) {
      if (member(population.unit(row), streams)) {
        guess.learn(row);
      }
    }
    int[] members = targets(attribute, true, population, byUnit, streams);
    int[] held = targets(attribute, false, population, byUnit, streams);
    if (members.length == 0 || held.length == 0) {
      return Optional.empty();
    }
    Estimate success = right(guess, members);
    Estimate control = right(guess, held);
    return Optional.of(
        new InferenceGain(attribute, success, control, Estimate.gain(success, control)));
  }

  private static boolean member(int unit, SeededStreams streams) {
    return (streams.value("inference half", unit) & 1) == 0;
  }

  /** A row with the attribute of each unit of a half, of so many units as are drawn. */
  private static int[] targets(
      Attribute attribute,
      boolean members,
      Population population,
      Grouped byUnit,
      SeededStreams streams) {
    UniformRandomProvider random = streams.stream("inference targets", members ? 1 : 0);
    int[] targets = new int[Math.min(SAMPLE, byUnit.groups())];
    int seen = 0;
    for (int unit = 0; unit < byUnit.groups(); unit++) {
      if (byUnit.size(unit) > 0 && member(unit, streams) == members) {
        int row = byUnit.row(unit, random.nextInt(byUnit.size(unit)));
        if (population.released.code(row, attribute) > 0) {
          // Vitter's algorithm R: every unit has the same chance to stay.
          int place = seen < targets.length ? seen : random.nextInt(seen + 1);
          if (place < targets.length) {
            targets[place] = row;
          }
          seen++;
        }
      }
    }
    return Arrays.copyOf(targets, Math.min(seen, targets.length));
  }

  private static Estimate right(Guess guess, int[] targets) {
    int right = 0;
    for (int row : targets) {
      right += guess.right(row) ? 1 : 0;
    }
    return Estimate.share(right, targets.length);
  }
}
