package dev.facsimile.synth.model;

import java.util.List;
import java.util.Objects;

/**
 * The joint distribution of a request's two lengths, as two marginals and a copula (Sklar's
 * theorem).
 *
 * @param input tokens of the prompt
 * @param output tokens of the answer
 * @param copula how their ranks depend on each other
 * @param drift the same for stretches of the source's time, in order; empty where it is too short,
 *     and in models of version 1
 */
public record LengthModel(
    Marginal input, Marginal output, Checkerboard copula, List<LengthDrift> drift) {

  public LengthModel {
    Objects.requireNonNull(input, "a class has no marginal of its input");
    Objects.requireNonNull(output, "a class has no marginal of its output");
    Objects.requireNonNull(copula, "a class has no copula");
    drift = drift == null ? List.of() : List.copyOf(drift);
    LengthDrift.requireWithin(drift, copula.size());
  }

  /** The same without drift. */
  public LengthModel overAllTime() {
    return new LengthModel(input, output, copula, List.of());
  }
}
