package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import java.util.Optional;

/**
 * The arrivals that are wanted, on one log's own clock.
 *
 * @param since nanoseconds, this one wanted
 * @param until nanoseconds, this one no longer wanted
 */
record TimeBounds(long since, long until) {

  /** The bounds of {@code options} on the clock of {@code format}. */
  static TimeBounds of(IngestOptions options, LogFormat format) {
    return new TimeBounds(
        options.since().map(bound -> bound.on(format, "--since")).orElse(Long.MIN_VALUE),
        options.until().map(bound -> bound.on(format, "--until")).orElse(Long.MAX_VALUE));
  }

  /** Why an arrival is not wanted. */
  Optional<String> refusal(long clock) {
    if (clock < since) {
      return Optional.of("arrived before --since");
    }
    return clock >= until ? Optional.of("arrived at --until or later") : Optional.empty();
  }
}
