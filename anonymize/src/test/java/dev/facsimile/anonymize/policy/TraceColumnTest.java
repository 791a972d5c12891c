package dev.facsimile.anonymize.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceColumnTest {

  @Test
  void everyColumnOfATraceFileIsAColumnThatAPolicyCanName(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      writer.write(new TraceRow(Request.of("r", 0, 1, 1), Observed.NOTHING, Optional.empty()));
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              "0.1.0",
              TraceHeader.Stage.RAW,
              1,
              Optional.empty(),
              List.of(),
              "",
              TraceHeader.Sessions.NONE,
              Optional.empty(),
              ClockFacts.PLAIN,
              Optional.empty(),
              Provenance.NONE));
    }
    assertEquals(
        TraceFile.open(file).valueCounts().keySet(),
        Arrays.stream(TraceColumn.values())
            .map(TraceColumn::word)
            .collect(Collectors.toCollection(TreeSet::new)));
  }
}
