package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A planned request with its bytes, ready for the wire; or one whose words wait for the answer to
 * the turn before it in its session.
 *
 * @param row the plan
 * @param peer which of the run's peers it goes to, from 0
 * @param bytes HTTP head and body; not copied, so not to be changed; none yet where it waits
 * @param promptTokens tokens of the prompt by our own count, where they were counted
 * @param dueNanos when it is due in an open loop, where that is known already; otherwise the load
 *     says it
 * @param later makes the request, once that answer has ended; may take long, so not to be called on
 *     an event loop
 */
public record PreparedRequest(
    WorkloadRow row,
    int peer,
    byte[] bytes,
    OptionalInt promptTokens,
    OptionalLong dueNanos,
    Optional<Supplier<PreparedRequest>> later) {

  /** A request to the first peer, due as the load says. */
  public PreparedRequest(WorkloadRow row, byte[] bytes) {
    this(row, 0, bytes, OptionalInt.empty(), OptionalLong.empty(), Optional.empty());
  }

  /** A request whose prompt was not counted. */
  public PreparedRequest(WorkloadRow row, int peer, byte[] bytes, OptionalLong dueNanos) {
    this(row, peer, bytes, OptionalInt.empty(), dueNanos, Optional.empty());
  }

  /** A request that waits for the turn before it. */
  public static PreparedRequest waiting(
      WorkloadRow row, int peer, OptionalLong dueNanos, Supplier<PreparedRequest> later) {
    return new PreparedRequest(
        row, peer, new byte[0], OptionalInt.empty(), dueNanos, Optional.of(later));
  }

  /** Whether it waits for the turn before it. */
  boolean waits() {
    return later.isPresent();
  }

  OptionalLong dueNanos(Schedule schedule) {
    return dueNanos.isPresent() ? dueNanos : schedule.dueNanos(row);
  }
}
