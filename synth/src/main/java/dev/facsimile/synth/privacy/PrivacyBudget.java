package dev.facsimile.synth.privacy;

import dev.facsimile.synth.model.Sharing.Privacy;
import dev.facsimile.synth.model.Sharing.Spent;
import java.util.stream.Stream;

/**
 * How ε is spent. Every request is of one class and enters each part of it once, so that what the
 * classes spend is not added up, and what the parts spend is.
 *
 * @param epsilon ε of the whole model
 */
record PrivacyBudget(double epsilon) {

  /** What is told of a class. */
  enum Part {
    INPUT("input tokens", 0.3),
    OUTPUT("output tokens", 0.26),
    JOINT("output tokens by input tokens", 0.32),
    RATE("rate over time", 0.05),
    BURSTS("bursts", 0.05),
    FIELDS("streaming and cache eligibility", 0.02);

    private final String words;
    private final double share;

    Part(String words, double share) {
      this.words = words;
      this.share = share;
    }
  }

  PrivacyBudget {
    if (!(epsilon > 0 && epsilon < 1e6)) {
      throw new IllegalArgumentException("an epsilon of " + epsilon + ", expected more than 0");
    }
  }

  double of(Part part) {
    return epsilon * part.share;
  }

  /** For the model. */
  Privacy privacy() {
    return new Privacy(
        epsilon,
        "request",
        Stream.of(Part.values()).map(part -> new Spent(part.words, of(part))).toList());
  }
}
