/**
 * Production logs to a trace. {@link dev.facsimile.ingest.Ingest} merges the logs by time: each row
 * goes to its format, its clock is watched for resets, rows are put back in order within a window,
 * requests get their place in a conversation, and the trace and the rejects are written. Every row
 * read ends as accepted, merged, skipped or rejected, and the four add up.
 */
package dev.facsimile.ingest;
