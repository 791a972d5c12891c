package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import java.util.List;

/** What is known of logs once they were read. */
interface LogsRead {

  /** SHA-256 of a log that was read to its end. */
  String sha256(LogSource log);

  /** Resets that were reported and sorted, one sentence each. */
  List<String> resets();

  /** Rows that came after a row of a later time in their log. */
  long lateRows();

  /** Requests whose order was watched. */
  long watchedRows();

  /** The farthest that a late row lay behind, in nanoseconds. */
  long latestNanos();

  /** What readers of the trace must know of a format's clock, a sentence each. */
  default List<String> clockFindings(LogFormat format) {
    return format.clockFindings();
  }
}
