package dev.facsimile.synth.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long the clients of a class wait.
 *
 * @param disconnectShare share of the requests that are planned to be cut off, 0 to 1
 * @param disconnectMillis how long after the dispatch; present where the share is not 0
 * @param deadlineMillis limit from the scheduled time, for every request of the class
 */
public record Patience(
    double disconnectShare, Optional<Marginal> disconnectMillis, OptionalLong deadlineMillis) {

  /** They wait for ever. */
  public static final Patience ENDLESS = new Patience(0, Optional.empty(), OptionalLong.empty());

  public Patience {
    if (!(disconnectShare >= 0 && disconnectShare <= 1)
        || (disconnectShare > 0 && disconnectMillis.isEmpty())) {
      throw new IllegalArgumentException(
          "a share of " + disconnectShare + " disconnects, expected 0 to 1 and after how long");
    }
  }
}
