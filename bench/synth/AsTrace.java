import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes rows that a model draws as a trace, as a large one to measure with: arguments MODEL REQUESTS RATE_SCALE OUT. */
public class AsTrace {
  public static void main(String[] args) throws Exception {
    TrafficModel model = TrafficModel.read(Path.of(args[0]));
    long wanted = Long.parseLong(args[1]);
    double scale = Double.parseDouble(args[2]);
    long needed = (long) (wanted / scale / model.source().rows() * model.source().durationNanos() * 1.2);
    Generation generation = new Generation(model, 1, Math.max(needed, model.source().durationNanos()), scale);
    long[] rows = {0};
    try (TraceWriter writer = TraceWriter.create(Path.of(args[3]))) {
      generation.run(
          2,
          Extract.first(wanted, Long.MAX_VALUE),
          (row, gap) -> {
            writer.write(new TraceRow(row.request(), Observed.NOTHING, Optional.empty()));
            rows[0]++;
          },
          Progress.SILENT);
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT, TraceHeader.VERSION, ToolVersion.CURRENT, TraceHeader.Stage.RAW, rows[0], Optional.empty(),
              List.of("generated"), "includes cached tokens",
              model.source().sessions(), model.blocks(), ClockFacts.PLAIN, Optional.empty(), Provenance.NONE));
    }
  }
}
