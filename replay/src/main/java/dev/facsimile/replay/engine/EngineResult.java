package dev.facsimile.replay.engine;

import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Percentiles;
import java.util.List;
import java.util.Optional;

/**
 * What a run was, beyond its outcomes.
 *
 * @param durationNanos from the run's zero to the last outcome
 * @param interrupted whether {@link Engine#stop()} cut it short
 * @param series second by second
 * @param loopDelay how late the event loop turned to a task, asked regularly, nanoseconds
 * @param server the server's own name for itself, the first one heard
 */
public record EngineResult(
    long durationNanos,
    boolean interrupted,
    List<Second> series,
    Percentiles loopDelay,
    Optional<String> server) {}
