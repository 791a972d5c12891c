package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;

/**
 * A planned request with its bytes, ready for the wire.
 *
 * @param row the plan
 * @param bytes HTTP head and body; not copied, so not to be changed
 */
public record PreparedRequest(WorkloadRow row, byte[] bytes) {}
