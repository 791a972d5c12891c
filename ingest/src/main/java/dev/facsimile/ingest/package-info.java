/**
 * Production logs to a trace. {@link dev.facsimile.ingest.Ingest} reads the files, hands each row
 * to its format, puts rows back in time order within a window, and writes the trace and the
 * rejects: every row read ends as accepted, merged, skipped or rejected, and the four add up.
 */
package dev.facsimile.ingest;
