package dev.facsimile.ingest;

import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What an ingest with {@code --format auto} made of logs: the trace, read back, and the account.
 */
record Ingested(Ingest.Summary summary, TraceHeader header, List<TraceRow> rows) {

  /** Ingests the logs, every reject allowed, into a trace in {@code folder}. */
  static Ingested of(Path folder, Path... logs) throws IOException {
    return of(folder, Optional.empty(), List.of(logs));
  }

  static Ingested of(Path folder, Optional<Tokenizer> tokenizer, List<Path> logs)
      throws IOException {
    Path output = folder.resolve("x.trace.parquet");
    Ingest.Summary summary =
        new Ingest(
                new Ingest.Plan(logs, Optional.empty(), tokenizer, 16, 8192, 1, output),
                Progress.SILENT)
            .run();
    List<TraceRow> rows = new ArrayList<>();
    try (Rows<TraceRow> read = TraceFile.open(output).rowsWithContent()) {
      for (Optional<TraceRow> row = read.next(); row.isPresent(); row = read.next()) {
        rows.add(row.get());
      }
    }
    return new Ingested(summary, TraceFile.open(output).header(), rows);
  }

  /** The one format that the logs were recognised as. */
  String format() {
    return String.join(",", header.logFormats());
  }

  long[] arrivals() {
    return rows.stream().mapToLong(row -> row.request().arrivalNanos()).toArray();
  }

  Percentiles inputs() {
    return tokens(row -> row.request().tokens().input());
  }

  Percentiles outputs() {
    return tokens(row -> row.request().tokens().output());
  }

  private Percentiles tokens(Function<TraceRow, OptionalInt> column) {
    LongSeries values = new LongSeries();
    rows.forEach(row -> column.apply(row).ifPresent(values::add));
    return Percentiles.of(values.toArray());
  }
}
