package dev.facsimile.synth.model;

import java.util.Objects;

/**
 * The joint distribution of a request's two lengths, as two marginals and a copula (Sklar's
 * theorem).
 *
 * @param input tokens of the prompt
 * @param output tokens of the answer
 * @param copula how their ranks depend on each other
 */
public record LengthModel(Marginal input, Marginal output, Checkerboard copula) {

  public LengthModel {
    Objects.requireNonNull(input, "a class has no marginal of its input");
    Objects.requireNonNull(output, "a class has no marginal of its output");
    Objects.requireNonNull(copula, "a class has no copula");
  }
}
