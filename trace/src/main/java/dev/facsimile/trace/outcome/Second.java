package dev.facsimile.trace.outcome;

/**
 * One second of a run; a row of {@code series.parquet}.
 *
 * @param second seconds from the run's zero
 * @param offered requests scheduled in this second
 * @param dispatched requests whose first byte was written in it
 * @param completed requests completed in it
 * @param rejected requests rejected in it
 * @param failed requests that timed out, were cancelled or failed in it
 * @param inFlight requests in flight at its end
 * @param tokenEvents chunks with tokens read in it
 * @param sendLagMaxNanos largest send lag of the requests dispatched in it
 * @param cpuNanos processor time of the client process in it
 * @param gcPauseNanos garbage-collection time in it
 */
public record Second(
    long second,
    int offered,
    int dispatched,
    int completed,
    int rejected,
    int failed,
    int inFlight,
    long tokenEvents,
    long sendLagMaxNanos,
    long cpuNanos,
    long gcPauseNanos) {}
