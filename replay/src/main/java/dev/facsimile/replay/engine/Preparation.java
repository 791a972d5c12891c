package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;

/** Makes rows ready for the wire, in the workload's order. For one thread. */
@FunctionalInterface
public interface Preparation {

  /** A row with its bytes, or waiting for the answer that its words depend on. */
  PreparedRequest ready(WorkloadRow row);

  /** A row that will not be sent, as it would be but for its bytes: quick. */
  default PreparedRequest planned(WorkloadRow row) {
    return new PreparedRequest(row, new byte[0]);
  }
}
