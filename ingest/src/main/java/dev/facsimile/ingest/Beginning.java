package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The first requests of a log, looked at before it is merged with others.
 *
 * @param firstClock when the first of them arrives on the log's clock, to know when its turn comes;
 *     the smallest long if none is found, or the log can be read only once
 * @param requests those that the log gives ids, without their blocks
 */
record Beginning(long firstClock, List<Request> requests) {
  /** How many rows are looked at to find a request. */
  private static final int ROWS = 1000;

  private static final String NO_ID = "\0";

  /** Looks at the beginning of {@code log}. */
  static Beginning of(LogSource log, LogFormat format) throws IOException {
    if (!log.isFile()) {
      return new Beginning(Long.MIN_VALUE, List.of());
    }
    Finder finder = new Finder();
    try (RowReader reader =
        RowReader.of(format, log.label(), log.beginning(), NO_ID, Stretch.WHOLE)) {
      LogReader logReader = format.reader();
      for (int i = 0; i < ROWS && finder.found.size() < RequestIds.LOOKED_AT; i++) {
        RowReader.Row row = reader.next();
        if (row instanceof RowReader.Row.End) {
          logReader.end(finder);
          break;
        }
        if (row instanceof RowReader.Row.Read whole) {
          read(logReader, whole, finder);
        }
      }
    }
    long first = finder.found.isEmpty() ? Long.MIN_VALUE : finder.found.get(0).arrivalNanos();
    return new Beginning(
        first, finder.found.stream().filter(r -> !r.id().startsWith(NO_ID)).toList());
  }

  private static void read(LogReader reader, RowReader.Row.Read row, Finder finder) {
    try {
      reader.read(row.fields(), finder);
    } catch (MalformedRow e) {
      finder.rejected(e);
    }
  }

  /** Keeps requests; what becomes of other rows is told when they are read. */
  private static final class Finder implements LogRows {
    private final List<Request> found = new ArrayList<>();

    @Override
    public void accepted(TraceRow row) {
      if (found.size() < RequestIds.LOOKED_AT) {
        found.add(
            Request.of(row.request().id(), row.request().arrivalNanos(), row.request().tokens()));
      }
    }

    @Override
    public void merged(String reason) {}

    @Override
    public void skipped(String reason) {}

    @Override
    public void rejected(MalformedRow why) {}
  }
}
