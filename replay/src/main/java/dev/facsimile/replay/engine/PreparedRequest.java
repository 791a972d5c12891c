package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;
import java.util.OptionalLong;

/**
 * A planned request with its bytes, ready for the wire.
 *
 * @param row the plan
 * @param peer which of the run's peers it goes to, from 0
 * @param bytes HTTP head and body; not copied, so not to be changed
 * @param dueNanos when it is due in an open loop, where that is known already; otherwise the load
 *     says it
 */
public record PreparedRequest(WorkloadRow row, int peer, byte[] bytes, OptionalLong dueNanos) {

  /** A request to the first peer, due as the load says. */
  public PreparedRequest(WorkloadRow row, byte[] bytes) {
    this(row, 0, bytes, OptionalLong.empty());
  }

  OptionalLong dueNanos(Schedule schedule) {
    return dueNanos.isPresent() ? dueNanos : schedule.dueNanos(row);
  }
}
