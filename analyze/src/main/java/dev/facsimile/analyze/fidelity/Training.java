package dev.facsimile.analyze.fidelity;

import java.util.Optional;

/**
 * What is known of how the other side was made, for the axis that looks for memorization.
 *
 * @param fitted what its model was fitted on, where that is not the source: the source is then held
 *     out
 * @param canaries rows that were planted into what it was fitted on, to see whether they come back
 */
public record Training(Optional<Side> fitted, Optional<Side> canaries) {
  /** It was fitted on the source, if on anything, and nothing was planted. */
  public static final Training ON_SOURCE = new Training(Optional.empty(), Optional.empty());

  /** Fitted on {@code side}, of which the source was held out. */
  public static Training on(Side side) {
    return new Training(Optional.of(side), Optional.empty());
  }
}
