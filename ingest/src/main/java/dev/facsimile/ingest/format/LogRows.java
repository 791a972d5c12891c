package dev.facsimile.ingest.format;

import dev.facsimile.trace.TraceRow;

/**
 * Where a format puts what it made of its rows. Each row of the log ends in exactly one of the four
 * ways, so that they add up to the rows read. Where one line or document holds many entries (spans,
 * the requests of a session), the entries are the rows.
 */
public interface LogRows {
  /** Why details are left out whose request is in no log. */
  String DETAILS_ALONE = "details of a call that no row of lengths belongs to";

  /** A request; its arrival is still on the log's own clock. */
  void accepted(TraceRow row);

  /** A row of a call that other logs of the same ingest may have seen as well. */
  default void accepted(TraceRow row, Shared shared) {
    if (shared.part() == Shared.Part.DETAILS) {
      skipped(DETAILS_ALONE);
    } else {
      accepted(row);
    }
  }

  /** A row that became part of another row's request. */
  void merged(String reason);

  /** Not a request to the model, for the stated reason; counted, not kept. */
  void skipped(String reason);

  /** An entry that is refused while its neighbours in the same line or document are kept. */
  void rejected(MalformedRow why);
}
