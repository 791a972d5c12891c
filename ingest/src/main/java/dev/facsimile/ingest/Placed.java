package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.TraceRow;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A row and where it was read, so that a later refusal can name the place.
 *
 * @param row the row, its arrival still on the log's own clock
 * @param log the log it was read from
 * @param line its line in the log
 * @param shared what it has in common with rows of other logs
 * @param parked where its content is while it waits, if not in the row
 */
record Placed(
    TraceRow row,
    Path log,
    long line,
    Optional<Shared> shared,
    Optional<ContentParking.Place> parked)
    implements Timed {

  /** A row that no other log tells of. */
  Placed(TraceRow row, Path log, long line) {
    this(row, log, line, Optional.empty());
  }

  /** A row with its content. */
  Placed(TraceRow row, Path log, long line, Optional<Shared> shared) {
    this(row, log, line, shared, Optional.empty());
  }

  /** The row with another content, which may be elsewhere. */
  Placed parkedAt(Optional<ContentParking.Place> place, Optional<String> content) {
    return new Placed(row.withContent(content), log, line, shared, place);
  }

  /** The row and what it shares, if it shares anything. */
  SharedRow sharedRow() {
    return new SharedRow(row, shared.orElseThrow());
  }

  @Override
  public long clock() {
    return row.request().arrivalNanos();
  }

  /** The row after some work on it, at the same place. */
  Placed with(UnaryOperator<TraceRow> work) {
    return new Placed(work.apply(row), log, line, shared, parked);
  }
}
