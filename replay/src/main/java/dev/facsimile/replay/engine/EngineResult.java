package dev.facsimile.replay.engine;

import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Percentiles;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What a run was, beyond its outcomes.
 *
 * @param durationNanos from the run's zero to the last outcome
 * @param endedBecause why it was cut short, in a sentence; absent when it was not
 * @param series second by second
 * @param loopDelay how late the event loop turned to a task, asked regularly, nanoseconds
 * @param loopBusyShare largest share of a second that the event loop was at work, 0 to 1
 * @param retries attempts beyond the first of each request
 * @param connections connections opened, or tried to be
 * @param bytesSent bytes of requests
 * @param bytesReceived bytes of answers
 * @param server the server's own name for itself, the first one heard
 * @param httpVersions versions of HTTP that were spoken, such as {@code 1.1} and {@code 2}
 */
public record EngineResult(
    long durationNanos,
    Optional<String> endedBecause,
    List<Second> series,
    Percentiles loopDelay,
    double loopBusyShare,
    long retries,
    long connections,
    long bytesSent,
    long bytesReceived,
    Optional<String> server,
    SortedSet<String> httpVersions) {

  /** Whether it was cut short. */
  public boolean interrupted() {
    return endedBecause.isPresent();
  }
}
