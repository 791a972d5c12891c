package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.cli.Main;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fit on Spark writes the model that fit on one machine writes. */
class SparkFitTest {
  @TempDir private Path folder;

  /** What a command of one machine does. */
  private record Alone(int code, String out, String err) {
    static Alone of(List<String> arguments) {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int code =
          Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
      return new Alone(code, out.toString(), err.toString());
    }
  }

  /** A trace of a log, of which every so many rows are a row group and so a part of their own. */
  private Path traceOf(String log, int rowsOfPart, String... options) throws IOException {
    Path output = folder.resolve("whole.trace.parquet");
    List<String> command = new ArrayList<>(List.of("ingest", SharedData.require(log).toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", output.toString()));
    Alone ingest = Alone.of(command);
    assertEquals(0, ingest.code(), ingest.err());
    Path first = folder.resolve("whole.1.trace.parquet");
    Path whole = Files.exists(first) ? first : output;
    Path parts = folder.resolve("parts.trace.parquet");
    TraceFile trace = TraceFile.open(whole);
    try (Rows<TraceRow> rows = trace.rows();
        TraceWriter writer = TraceWriter.create(parts)) {
      Optional<TraceRow> row = rows.next();
      for (int number = 1; row.isPresent(); number++) {
        // A long text ends its row group.
        Optional<String> text =
            number % rowsOfPart == 0 ? Optional.of("x".repeat(1_100_000)) : Optional.empty();
        writer.write(new TraceRow(row.get().request(), row.get().observed(), text));
        row = rows.next();
      }
      writer.finish(trace.header());
    }
    return parts;
  }

  private static List<String> command(String first, Path trace, Path model, String... options) {
    List<String> command = new ArrayList<>(List.of(first.split(" ")));
    command.addAll(List.of(trace.toString(), "-o", model.toString(), "--allow-unapproved"));
    command.addAll(List.of(options));
    return command;
  }

  private void assertSame(Path trace, String... options) throws Exception {
    Path model = folder.resolve("x.model.json");
    Alone expected = Alone.of(command("synth fit", trace, model, options));
    assertEquals(0, expected.code(), expected.err());
    byte[] alone = Files.readAllBytes(model);
    Files.delete(model);
    Submitted got = Submitted.local(folder, command("fit", trace, model, options));
    assertEquals(0, got.code(), got.err());
    assertEquals(expected.out(), got.out());
    assertArrayEquals(alone, Files.readAllBytes(model));
  }

  @ParameterizedTest
  @CsvSource({
    "azure2023/AzureLLMInferenceTrace_conv.csv, 500",
    "azure2023/AzureLLMInferenceTrace_code_first_half.csv, 5000",
    "burstgpt/BurstGPT_3_first105.csv, 20",
    "mooncake/conversation_trace.jsonl, 600",
    "tracelab/sanitized/round_trace.jsonl, 9",
    "kvcache_tester, 90",
  })
  void theModelOfATraceIsTheSame(String log, int rowsOfPart) throws Exception {
    assertSame(traceOf(log, rowsOfPart));
  }

  @Test
  void theModelOfPromptsWithDocumentsIsTheSame() throws Exception {
    assertSame(traceOf("ragpulse/0_trace_days1-4.jsonl", 300, "--split-on-reset"));
  }

  @Test
  void aModelThatMayBeSharedIsTheSame() throws Exception {
    assertSame(
        traceOf("azure2023/AzureLLMInferenceTrace_code_first_half.csv", 300),
        "--shareable",
        "--min-count",
        "20");
  }

  @Test
  void whatASparkFitCannotDoIsRefusedInOneSentence() throws Exception {
    Path trace = traceOf("azure2023/AzureLLMInferenceTrace_code_first_half.csv", 5000);
    Path model = folder.resolve("x.model.json");
    Submitted got = Submitted.local(folder, command("fit", trace, model, "--epsilon", "1"));
    assertEquals(2, got.code(), got.err());
    assertTrue(got.err().contains("--epsilon is told by one machine only"), got.err());
    assertTrue(Files.notExists(model));
  }
}
