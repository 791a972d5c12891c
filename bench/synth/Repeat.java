import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes a trace several times over, one copy behind the other in time, as a large trace to measure with: arguments TRACE COPIES
 * OUT. Sessions and blocks keep their ids in all copies, so it is of use for traces without them.
 */
public class Repeat {
  private static final long BETWEEN_NANOS = 180_000_000;

  public static void main(String[] args) throws Exception {
    TraceFile trace = TraceFile.open(Path.of(args[0]));
    long rows = 0;
    long start = 0;
    try (TraceWriter writer = TraceWriter.create(Path.of(args[2]))) {
      for (int copy = 0; copy < Integer.parseInt(args[1]); copy++) {
        long last = start;
        try (Rows<TraceRow> source = trace.rows()) {
          for (Optional<TraceRow> row = source.next(); row.isPresent(); row = source.next()) {
            Request request = row.get().request();
            last = start + request.arrivalNanos();
            writer.write(new TraceRow(request.at(last), row.get().observed(), Optional.empty()));
            rows++;
          }
        }
        start = last + BETWEEN_NANOS;
      }
      TraceHeader h = trace.header();
      writer.finish(
          new TraceHeader(
              h.format(), h.formatVersion(), h.toolVersion(), h.stage(), rows, h.startTime(), h.logFormats(), h.inputTokenRule(),
              h.sessions(), h.blocks(), h.clock(), Optional.empty(), h.provenance()));
    }
  }
}
