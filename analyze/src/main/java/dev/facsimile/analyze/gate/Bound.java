package dev.facsimile.analyze.gate;

/** What a rule asks of a figure. */
sealed interface Bound {

  /** At most this, in the figure's unit. */
  record AtMost(double value) implements Bound {}

  /** At least this, in the figure's unit. */
  record AtLeast(double value) implements Bound {}

  /**
   * At most so much above the baseline.
   *
   * @param relative a share of the baseline, or, of a figure that is a share itself, points ÷ 100
   * @param points whether it is points
   */
  record AboveBaseline(double relative, boolean points) implements Bound {}

  /** At most so much below the baseline. */
  record BelowBaseline(double relative, boolean points) implements Bound {}

  /** Whether it needs a baseline. */
  default boolean isRelative() {
    return this instanceof AboveBaseline || this instanceof BelowBaseline;
  }

  /** Whether less is better. */
  default boolean isUpper() {
    return this instanceof AtMost || this instanceof AboveBaseline;
  }
}
