package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.OptionalLong;

/** Looks into a log for its first request, to know when its turn comes in a merge by time. */
final class FirstArrival {
  private FirstArrival() {}

  /**
   * When the first request of {@code log} arrives on its clock; the smallest long if none is found
   * among its first {@code rows} rows, or the log can be read only once.
   */
  static long of(LogSource log, LogFormat format, int rows) throws IOException {
    if (!log.isFile()) {
      return Long.MIN_VALUE;
    }
    Finder finder = new Finder();
    try (RowReader reader = RowReader.of(format.shape(), log.label(), log.beginning(), "")) {
      LogReader logReader = format.reader();
      for (int i = 0; i < rows && finder.first.isEmpty(); i++) {
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
    return finder.first.orElse(Long.MIN_VALUE);
  }

  private static void read(LogReader reader, RowReader.Row.Read row, Finder finder) {
    try {
      reader.read(row.fields(), finder);
    } catch (MalformedRow e) {
      finder.rejected(e);
    }
  }

  /** Keeps the first request's time; what becomes of other rows is told when they are read. */
  private static final class Finder implements LogRows {
    private OptionalLong first = OptionalLong.empty();

    @Override
    public void accepted(TraceRow row) {
      if (first.isEmpty()) {
        first = OptionalLong.of(row.request().arrivalNanos());
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
