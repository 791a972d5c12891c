package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ValueCountsTest {

  @Test
  void theFooterTellsHowManyValuesEachColumnHas(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    Request plain = Request.of("a", 0, 10, 1);
    try (TraceWriter writer = TraceWriter.create(file)) {
      writer.write(new TraceRow(plain, Observed.NOTHING, Optional.of("[]")));
      writer.write(
          new TraceRow(
              plain.withBlocks(Optional.of(BlockIds.of(1, 2))),
              Observed.NOTHING,
              Optional.empty()));
      writer.write(
          new TraceRow(
              plain.withBlocks(Optional.of(BlockIds.of())), Observed.NOTHING, Optional.empty()));
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              "0.1.0",
              TraceHeader.Stage.RAW,
              3,
              Optional.empty(),
              List.of(),
              "",
              TraceHeader.Sessions.NONE,
              Optional.empty(),
              ClockFacts.PLAIN,
              Optional.empty(),
              Provenance.NONE));
    }
    SortedMap<String, Long> counts = TraceFile.open(file).valueCounts();
    assertEquals(3, counts.get("request_id"));
    assertEquals(1, counts.get("content"));
    assertEquals(2, counts.get("prefix_blocks"));
    assertEquals(0, counts.get("tenant"));
  }
}
