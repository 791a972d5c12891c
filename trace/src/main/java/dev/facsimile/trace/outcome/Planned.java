package dev.facsimile.trace.outcome;

import dev.facsimile.trace.Request;
import java.util.Optional;

/**
 * What the run meant to do.
 *
 * @param request the planned request; its arrival is the workload's, not the run's
 * @param phase the workload's label
 * @param scheduledNanos when it should have left, from the run's zero: open loop, the workload's
 *     time ÷ speed; closed loop, the end of the client's previous request + think time
 */
public record Planned(Request request, Optional<String> phase, long scheduledNanos) {}
