package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.stats.Percentiles;

/**
 * A finished run in virtual time in short.
 *
 * @param manifest as written
 * @param ttftFromDispatch TTFT from dispatch of every request that had a token, nanoseconds
 * @param ttftFromSchedule TTFT from schedule of the same requests
 * @param e2eFromSchedule E2E from schedule of every completed request
 * @param leftOut rows of a trace that had no lengths
 */
public record VirtualReport(
    RunManifest manifest,
    Percentiles ttftFromDispatch,
    Percentiles ttftFromSchedule,
    Percentiles e2eFromSchedule,
    long leftOut) {}
