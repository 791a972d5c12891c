package dev.facsimile.replay.run;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.stats.Percentiles;

/**
 * A finished run in short.
 *
 * @param manifest as written
 * @param ttftFromDispatch TTFT from dispatch of every request that had a token, nanoseconds
 * @param ttftFromSchedule TTFT from schedule of the same requests
 * @param lag send lag of every request that was sent, nanoseconds
 * @param loopDelay how late the event loop turned to a task, nanoseconds
 */
public record RunReport(
    RunManifest manifest,
    Percentiles ttftFromDispatch,
    Percentiles ttftFromSchedule,
    Percentiles lag,
    Percentiles loopDelay) {}
