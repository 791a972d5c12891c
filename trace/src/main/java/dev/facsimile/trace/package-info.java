/**
 * The nouns: what one request was ({@link dev.facsimile.trace.Request}), what production saw of it
 * ({@link dev.facsimile.trace.Observed}), what a workload intends with it ({@link
 * dev.facsimile.trace.Intent}). Every time is a {@code long} of nanoseconds; absent is {@code
 * Optional}, never a sentinel.
 */
package dev.facsimile.trace;
