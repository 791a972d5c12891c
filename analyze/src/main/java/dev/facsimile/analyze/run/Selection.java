package dev.facsimile.analyze.run;

import dev.facsimile.trace.outcome.Outcome;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a run that figures are over: requests due in a stretch of time, or of one phase.
 *
 * @param fromNanos the earliest due time that counts, from the run's zero
 * @param toNanos the first due time that does not count any more; absent to the end
 * @param phase the workload's label that a request must bear; absent for any
 */
public record Selection(long fromNanos, OptionalLong toNanos, Optional<String> phase) {

  /** The whole run. */
  public static final Selection ALL = new Selection(0, OptionalLong.empty(), Optional.empty());

  public Selection {
    if (fromNanos < 0 || toNanos.isPresent() && toNanos.getAsLong() <= fromNanos) {
      throw new IllegalArgumentException("a selection from " + fromNanos + " to " + toNanos);
    }
  }

  /** Whether it leaves nothing out. */
  public boolean isAll() {
    return equals(ALL);
  }

  boolean has(Outcome outcome) {
    long due = outcome.planned().scheduledNanos();
    return due >= fromNanos
        && (toNanos.isEmpty() || due < toNanos.getAsLong())
        && (phase.isEmpty() || phase.equals(outcome.planned().phase()));
  }
}
