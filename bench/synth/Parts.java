import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cuts a trace in two at a time: FIRST has the requests that arrive within the first SHARE of its time, NEXT the others, the first
 * of them at time 0. A session that goes on after the cut has its later turns in NEXT, as a log has that ends or begins there. Prints the duration of
 * NEXT in nanoseconds. Arguments: TRACE SHARE FIRST NEXT.
 */
public class Parts {
  public static void main(String[] args) throws Exception {
    TraceFile trace = TraceFile.open(Path.of(args[0]));
    double share = Double.parseDouble(args[1]);
    long last = 0;
    try (Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        last = row.get().request().arrivalNanos();
      }
    }
    long cut = Math.round(last * share);
    try (TraceWriter first = TraceWriter.createPrivate(Path.of(args[2]));
        TraceWriter next = TraceWriter.createPrivate(Path.of(args[3]));
        Rows<TraceRow> rows = trace.rows()) {
      long from = -1;
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        Request request = row.get().request();
        if (request.arrivalNanos() < cut) {
          first.write(row.get());
        } else {
          from = from < 0 ? request.arrivalNanos() : from;
          next.write(new TraceRow(request.at(request.arrivalNanos() - from), row.get().observed(), row.get().content()));
        }
      }
      first.finish(header(trace, "first " + share, first.rows()));
      next.finish(header(trace, "after " + share, next.rows()));
      System.err.printf(Locale.ROOT, "%d requests to fit on, %d afterwards%n", first.rows(), next.rows());
      System.out.println(last - from);
    }
  }

  private static TraceHeader header(TraceFile trace, String part, long rows) throws Exception {
    TraceHeader whole = trace.header();
    Step step =
        new Step(
            "bench parts", ToolVersion.CURRENT, new TreeMap<>(Map.of("part", part)), Optional.empty(),
            List.of(new Step.InputFile("trace", InputFiles.sha256(trace.path()))), false);
    return new TraceHeader(
        whole.format(), whole.formatVersion(), ToolVersion.CURRENT, whole.stage(), rows, whole.startTime(), whole.logFormats(),
        whole.inputTokenRule(), whole.sessions(), whole.blocks(), whole.clock(), whole.releaseId(), whole.provenance().then(step),
        whole.turnLengths());
  }
}
