package dev.facsimile.replay.simulator.profile;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.StepCost;
import java.util.Optional;

/**
 * A kind of server.
 *
 * @param name what it is, such as {@code rtx-4090-llama-3.1-8b}
 * @param source where its figures come from, a sentence
 * @param limits of the scheduler
 * @param cost of a step
 * @param jitter standard deviation of a step's time relative to its cost, 0 or more, below 1
 * @param overheadNanos what the server spends on a request outside its engine, before the first
 *     token: HTTP, tokenizing, the way to the engine and back
 * @param streamInterval output tokens in one chunk of a stream, 1 or more
 */
public record Profile(
    String name,
    String source,
    EngineLimits limits,
    StepCost cost,
    double jitter,
    long overheadNanos,
    int streamInterval) {

  public Profile {
    if (!(jitter >= 0 && jitter < 1)) {
      throw new IllegalArgumentException("jitter is " + jitter + ", expected 0 or more, below 1");
    }
    if (overheadNanos < 0 || streamInterval < 1) {
      throw new IllegalArgumentException(
          "overhead of "
              + overheadNanos
              + " ns or stream interval of "
              + streamInterval
              + ", expected 0 or more and 1 or more");
    }
  }

  /** The same under another name. */
  public Profile named(String other) {
    return new Profile(other, source, limits, cost, jitter, overheadNanos, streamInterval);
  }

  /** The same under other limits. */
  public Profile with(EngineLimits other) {
    return new Profile(name, source, other, cost, jitter, overheadNanos, streamInterval);
  }

  /** The same with another cost. */
  public Profile with(StepCost other) {
    return new Profile(name, source, limits, other, jitter, overheadNanos, streamInterval);
  }

  /** The same with another number of tokens in a chunk, if one is given. */
  public Profile withStreamInterval(Optional<Integer> tokens) {
    return new Profile(
        name, source, limits, cost, jitter, overheadNanos, tokens.orElse(streamInterval));
  }
}
