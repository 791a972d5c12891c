package dev.facsimile.replay.simulator.engine;

/**
 * How long a step takes, nanoseconds:
 *
 * <pre>
 * base + prefillStep (if any prompt token is computed)
 *      + prefillToken · prompt tokens computed
 *      + prefillAttention · Σ over prompt chunks of tokens × context
 *      + decodeSequence · sequences that decode
 *      + kvToken · KV tokens that they read
 *      + experts · (1 − (1 − 1/16)^tokens computed)
 * </pre>
 *
 * The base is what reading the weights and launching the kernels costs; prompt tokens are bound by
 * arithmetic, decoding by memory (Pope et al., "Efficiently scaling transformer inference", MLSys
 * 2023). The last part is that of models of experts, of whose weights a step reads those that any
 * of its tokens asks for: each token a sixteenth of them, as in models with 8 of 128 experts. All
 * are 0 or more.
 *
 * @param base every step
 * @param prefillStep every step that computes prompt tokens, such as the loss of a captured graph
 * @param prefillToken each prompt token computed
 * @param prefillAttention each pair of a prompt token computed and a token of its context
 * @param decodeSequence each sequence that decodes; each token of it with speculative decoding
 * @param kvToken each token of context that a decoding sequence reads
 * @param experts every step in which all experts are asked for; 0 for a dense model
 */
public record StepCost(
    double base,
    double prefillStep,
    double prefillToken,
    double prefillAttention,
    double decodeSequence,
    double kvToken,
    double experts) {
  private static final double NOT_ASKED = StrictMath.log(1 - 1.0 / 16);

  /** The cost of a dense model. */
  public StepCost(
      double base,
      double prefillStep,
      double prefillToken,
      double prefillAttention,
      double decodeSequence,
      double kvToken) {
    this(base, prefillStep, prefillToken, prefillAttention, decodeSequence, kvToken, 0);
  }

  public StepCost {
    refuse("base", base);
    refuse("prefill_step", prefillStep);
    refuse("prefill_token", prefillToken);
    refuse("prefill_attention", prefillAttention);
    refuse("decode_sequence", decodeSequence);
    refuse("kv_token", kvToken);
    refuse("experts", experts);
  }

  private static void refuse(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 0 or more");
    }
  }

  /** The time of a step of this work, at least 1 ns. */
  public double nanos(StepWork work) {
    double nanos =
        base
            + (work.prefillTokens() > 0 ? prefillStep : 0)
            + prefillToken * work.prefillTokens()
            + prefillAttention * work.prefillAttention()
            + decodeSequence * work.decodeTokens()
            + kvToken * work.kvTokensRead();
    if (experts > 0) {
      long tokens = work.prefillTokens() + work.decodeTokens();
      nanos += experts * (1 - StrictMath.exp(NOT_ASKED * tokens));
    }
    return Math.max(1, nanos);
  }

  /** The same with every part {@code factor} times as long. */
  public StepCost times(double factor) {
    return new StepCost(
        base * factor,
        prefillStep * factor,
        prefillToken * factor,
        prefillAttention * factor,
        decodeSequence * factor,
        kvToken * factor,
        experts * factor);
  }
}
