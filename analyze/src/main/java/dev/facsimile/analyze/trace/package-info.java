/**
 * What a trace is like: {@link dev.facsimile.analyze.trace.TraceSummary} counts, shares,
 * percentiles, burstiness, clock, sessions and prefix hits of one trace.
 */
package dev.facsimile.analyze.trace;
