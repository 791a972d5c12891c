package dev.facsimile.ingest;

import dev.facsimile.trace.TraceRow;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A row and where it was read, so that a later refusal can name the place.
 *
 * @param row the row, its arrival still on the log's own clock
 * @param log the log it was read from
 * @param line its line in the log
 */
record Placed(TraceRow row, Path log, long line) {

  /** The log's own time of arrival, in nanoseconds. */
  long clock() {
    return row.request().arrivalNanos();
  }

  /** The row after some work on it, at the same place. */
  Placed with(UnaryOperator<TraceRow> work) {
    return new Placed(work.apply(row), log, line);
  }
}
