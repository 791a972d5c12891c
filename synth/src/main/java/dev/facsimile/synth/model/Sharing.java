package dev.facsimile.synth.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What holds of a model that may be handed on without its trace.
 *
 * @param minCount every published number tells of so many requests or more, or of none; absent in a
 *     model with differential privacy, whose numbers are noisy
 * @param privacy the differential privacy that the model has; absent where it has none
 * @param generalised one sentence for each thing that was left out or told less exactly for it
 */
public record Sharing(OptionalInt minCount, Optional<Privacy> privacy, List<String> generalised) {

  /**
   * ε-differential privacy (Dwork, McSherry, Nissim, Smith, "Calibrating noise to sensitivity in
   * private data analysis", 2006) with respect to one request: with one request more or less in the
   * trace, no model becomes more than e<sup>ε</sup> times as likely. Several requests of one person
   * are protected by so many times ε only.
   *
   * @param epsilon ε of the whole model
   * @param unit what is protected: {@code request}
   * @param budget what of it was spent on what; each request enters each part once, so that the
   *     parts sum to ε
   */
  public record Privacy(double epsilon, String unit, List<Spent> budget) {

    public Privacy {
      Objects.requireNonNull(unit, "privacy of nothing");
      budget = List.copyOf(budget);
      double sum = budget.stream().mapToDouble(Spent::epsilon).sum();
      if (!(epsilon > 0) || Math.abs(sum - epsilon) > 1e-6 * epsilon) {
        throw new IllegalArgumentException(
            "an epsilon of " + epsilon + " of which " + sum + " was spent, expected all of it");
      }
    }
  }

  /**
   * A part of the budget.
   *
   * @param on what it was spent on
   * @param epsilon how much
   */
  public record Spent(String on, double epsilon) {}

  public Sharing {
    Objects.requireNonNull(privacy, "whether a model is differentially private is not told");
    generalised = List.copyOf(generalised);
    if (minCount.isEmpty() == privacy.isEmpty() || minCount.orElse(2) < 2) {
      throw new IllegalArgumentException(
          "a model to be shared with neither a minimum count of 2 or more nor an epsilon");
    }
  }
}
