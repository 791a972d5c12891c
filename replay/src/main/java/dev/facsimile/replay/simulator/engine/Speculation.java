package dev.facsimile.replay.simulator.engine;

/**
 * Speculative decoding: a draft of some tokens is checked in one step, and each drafted token is
 * accepted with the same probability until the first one that is not.
 *
 * @param draftTokens drafted tokens a step; 0 turns it off
 * @param acceptance probability that a drafted token is accepted, from 0 to 1
 */
public record Speculation(int draftTokens, double acceptance) {
  /** One token a step. */
  public static final Speculation OFF = new Speculation(0, 0);

  public Speculation {
    if (draftTokens < 0 || draftTokens > 64) {
      throw new IllegalArgumentException(
          "draft tokens is " + draftTokens + ", expected between 0 and 64");
    }
    if (!(acceptance >= 0 && acceptance <= 1)) {
      throw new IllegalArgumentException(
          "acceptance is " + acceptance + ", expected between 0 and 1");
    }
  }
}
