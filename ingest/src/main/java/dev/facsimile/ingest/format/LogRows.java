package dev.facsimile.ingest.format;

import dev.facsimile.trace.TraceRow;

/**
 * Where a format puts what it made of its rows. Each row of the log ends in exactly one of the four
 * ways, so that they add up to the rows read. Where one line or document holds many entries (spans,
 * the requests of a session), the entries are the rows.
 */
public interface LogRows {

  /** A request; its arrival is still on the log's own clock. */
  void accepted(TraceRow row);

  /** A row that became part of another row's request. */
  void merged(String reason);

  /** Not a request to the model, for the stated reason; counted, not kept. */
  void skipped(String reason);

  /** An entry that is refused while its neighbours in the same line or document are kept. */
  void rejected(MalformedRow why);
}
