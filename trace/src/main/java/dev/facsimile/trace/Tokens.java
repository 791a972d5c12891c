package dev.facsimile.trace;

import java.util.OptionalInt;

/**
 * A request's token counts. Lengths are absent when the log does not tell them, as for most failed
 * requests; a logged 0 stays 0.
 *
 * @param input prompt tokens, cached ones <em>included</em>, chat template included
 * @param output generated tokens, reasoning included; in a workload the planned output
 * @param cached prompt tokens that the server took from its prefix cache
 * @param reasoning output tokens spent on reasoning
 * @param maxOutput the request's own limit ({@code max_tokens})
 */
public record Tokens(
    OptionalInt input,
    OptionalInt output,
    OptionalInt cached,
    OptionalInt reasoning,
    OptionalInt maxOutput) {

  /** No counts known. */
  public static final Tokens UNKNOWN =
      new Tokens(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty());

  public Tokens {
    input.ifPresent(n -> Refuse.negative("input_tokens", n));
    output.ifPresent(n -> Refuse.negative("output_tokens", n));
    cached.ifPresent(n -> Refuse.negative("cached_tokens", n));
    reasoning.ifPresent(n -> Refuse.negative("reasoning_tokens", n));
    maxOutput.ifPresent(n -> Refuse.negative("max_output_tokens", n));
  }

  /** Counts of which only the two lengths are known. */
  public static Tokens of(int input, int output) {
    return new Tokens(
        OptionalInt.of(input),
        OptionalInt.of(output),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** Counts of which at most the two lengths are known. */
  public static Tokens ofLengths(OptionalInt input, OptionalInt output) {
    return new Tokens(input, output, OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
  }

  /** Whether both lengths are known, so that the request can be modelled and replayed. */
  public boolean lengthsKnown() {
    return input.isPresent() && output.isPresent();
  }
}
