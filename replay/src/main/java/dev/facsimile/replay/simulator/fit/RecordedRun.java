package dev.facsimile.replay.simulator.fit;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import java.util.List;

/**
 * A run of a real engine.
 *
 * @param name what to call it
 * @param limits the engine's limits, as far as they are known
 * @param memoryKnown whether {@code limits} tells the KV memory; else it is without end there and a
 *     fit looks for it
 * @param requests in the order of their arrival, at least one
 * @param series its load once a second, in order; may be empty
 */
public record RecordedRun(
    String name,
    EngineLimits limits,
    boolean memoryKnown,
    List<RecordedRequest> requests,
    List<LoadSample> series) {

  public RecordedRun {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException(name + " holds no answered request");
    }
    requests = List.copyOf(requests);
    series = List.copyOf(series);
  }

  /** When its last token was there. */
  public long durationNanos() {
    return requests.stream().mapToLong(RecordedRequest::lastTokenNanos).max().orElseThrow();
  }

  /** The same run with another idea of the engine's limits. */
  RecordedRun with(EngineLimits other) {
    return new RecordedRun(name, other, memoryKnown, requests, series);
  }
}
