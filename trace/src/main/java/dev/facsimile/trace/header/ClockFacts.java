package dev.facsimile.trace.header;

import java.util.List;
import java.util.OptionalLong;

/**
 * What was found out about a trace's clock.
 *
 * @param latticeNanos distance of the lattice that the arrivals lie on; absent when none was found
 * @param findings one sentence for each oddity: lattice, ties, order, resets
 */
public record ClockFacts(OptionalLong latticeNanos, List<String> findings) {

  /** Nothing odd. */
  public static final ClockFacts PLAIN = new ClockFacts(OptionalLong.empty(), List.of());

  public ClockFacts {
    findings = List.copyOf(findings);
  }
}
