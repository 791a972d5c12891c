package dev.facsimile.replay.simulator.fleet;

import java.util.Locale;

/** How a router chooses the replica of a request. */
public enum RoutingPolicy {
  /** One after the other. */
  ROUND_ROBIN,
  /** The one with the fewest running and waiting sequences. */
  LEAST_LOADED,
  /**
   * The one whose cache knows most of the prompt, if that is at least half of it and the replica is
   * not much busier than the least loaded one; else the least loaded.
   */
  PREFIX;

  /** The word in options. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
