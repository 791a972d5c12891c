package dev.facsimile.ingest.format;

import dev.facsimile.trace.TraceRow;

/** What a format made of one row. */
public sealed interface LogRow {

  /** A request; its arrival is still on the log's own clock. */
  record Logged(TraceRow row) implements LogRow {}

  /** Not a request to the model, for the stated reason; counted, not kept. */
  record Skipped(String reason) implements LogRow {}
}
