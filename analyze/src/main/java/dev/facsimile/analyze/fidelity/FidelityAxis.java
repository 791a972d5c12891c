package dev.facsimile.analyze.fidelity;

/** One thing in which a copy can be true or not to its source. */
interface FidelityAxis {

  AxisId id();

  /** Whether it needs {@link Comparison#splits()}, so that two sides can be too small for it. */
  default boolean needsSplits() {
    return true;
  }

  /**
   * Whether it looks at times, neighbours or blocks, for which requests may not be left out;
   * otherwise it is given {@link Comparison#sampled()}.
   */
  default boolean needsEveryRequest() {
    return false;
  }

  /** Judges it, or says why it cannot be judged. */
  AxisResult judge(Comparison comparison);
}
