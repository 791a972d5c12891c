package dev.facsimile.synth.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Optional<BlockScheme> SIXTEENS =
      Optional.of(new BlockScheme(16, BlockScheme.Scope.GLOBAL, false));

  @TempDir private Path folder;
  private Export export;

  private List<String> export(String name, Optional<BlockScheme> blocks, Request... requests)
      throws IOException {
    Path workload = folder.resolve("w.jsonl");
    WorkloadHeader header =
        new WorkloadHeader(
            WorkloadHeader.FORMAT,
            WorkloadHeader.VERSION,
            "test",
            Optional.of(1L),
            false,
            10 * SECOND,
            blocks,
            OptionalLong.empty(),
            List.of(),
            Provenance.NONE);
    try (WorkloadWriter writer = WorkloadWriter.create(workload, header)) {
      for (Request request : requests) {
        writer.write(new WorkloadRow(request, Intent.PLAIN));
      }
      writer.finish();
    }
    Path target = folder.resolve("out");
    ExportFormat format = ExportFormats.of(name).orElseThrow();
    export = Export.write(WorkloadSource.open(workload), format, target, Progress.SILENT);
    return Files.readAllLines(target);
  }

  private static Request chat(long nanos, int input, int output, long... blocks) {
    return Request.of("r" + nanos, nanos, input, output)
        .inClass("chat")
        .withBlocks(Optional.of(BlockIds.of(blocks)));
  }

  @Test
  void anIdIsWrittenForEveryBlockAndThePartialOneGetsItsOwn() throws IOException {
    List<String> lines =
        export(
            "aiperf",
            SIXTEENS,
            chat(0, 32, 5, 9_000_000_000_000L, 7),
            chat(1_500_000, 40, 6, 9_000_000_000_000L, 7));
    assertEquals(
        List.of(
            "{\"timestamp\": 0, \"input_length\": 32, \"output_length\": 5, \"hash_ids\": [0, 1]}",
            "{\"timestamp\": 1.5, \"input_length\": 40, \"output_length\": 6,"
                + " \"hash_ids\": [0, 1, 2]}"),
        lines);
    assertTrue(export.notes().get(0).contains("--isl-block-size 16"));
  }

  @Test
  void withoutBlocksAiperfGetsLengthsAloneAndVllmIdsThatNoOtherRowHas() throws IOException {
    Request first = Request.of("a", 0, 600, 5);
    Request second = Request.of("b", 2_000_000, 512, 6);
    assertEquals(
        "{\"timestamp\": 0, \"input_length\": 600, \"output_length\": 5}",
        export("aiperf", Optional.empty(), first, second).get(0));
    assertEquals(
        List.of(
            "{\"timestamp\": 0, \"input_length\": 600, \"output_length\": 5, \"hash_ids\": [0, 1]}",
            "{\"timestamp\": 2, \"input_length\": 512, \"output_length\": 6, \"hash_ids\": [2]}"),
        export("vllm-timed-trace", Optional.empty(), first, second));
  }

  @Test
  void theAzureCsvHasSixDigitsOfEverySecond() throws IOException {
    assertEquals(
        List.of(
            "TIMESTAMP,ContextTokens,GeneratedTokens",
            "2024-01-01 00:00:00.000000,374,44",
            "2024-01-01 01:00:01.000123,396,109"),
        export(
            "azure-csv",
            Optional.empty(),
            Request.of("a", 0, 374, 44),
            Request.of("b", 3601 * SECOND + 123_456, 396, 109)));
  }

  @Test
  void whatAFormatCannotCarryIsCounted() throws IOException {
    export("azure-csv", SIXTEENS, chat(0, 32, 5, 1, 2), chat(1, 0, 5), Request.of("z", 2, 7, 0));
    assertEquals(1, export.rows());
    assertEquals(2, export.emptyRows());
    assertEquals(Map.of(Field.CLASS, 1L, Field.PREFIX_BLOCKS, 1L), export.lost());
  }

  @Test
  void millisecondsAreExact() {
    assertEquals("0.000001", Decimal.millis(1));
    assertEquals("3", Decimal.millis(3_000_000));
    assertEquals("1234.5", Decimal.millis(1_234_500_000));
  }

  @Test
  void everyFormatHasANameOfItsOwnAndIsFoundByIt() {
    assertEquals(ExportFormats.ALL.size(), new HashSet<>(ExportFormats.names()).size());
    for (ExportFormat format : ExportFormats.ALL) {
      assertEquals(Optional.of(format), ExportFormats.of(format.name()));
    }
  }
}
