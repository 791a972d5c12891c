package dev.facsimile.spark;

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

/** Fidelity on Spark says what fidelity on one machine says. */
class SparkFidelityTest {
  @TempDir private Path folder;

  private record Alone(int code, String out, String err) {
    static Alone of(List<String> arguments) {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int code =
          Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
      return new Alone(code, out.toString(), err.toString());
    }

    String sentences() {
      return String.join("\n", err.lines().filter(l -> l.startsWith("facsimile:")).toList());
    }
  }

  /** A log's trace in row groups of so many requests, which are parts: a long text ends one. */
  private Path trace(String name, Path log, int rowsInGroup) throws IOException {
    Path whole = folder.resolve("whole.trace.parquet");
    Alone ingested = Alone.of(List.of("ingest", log.toString(), "-o", whole.toString()));
    assertEquals(0, ingested.code(), ingested.err());
    Path cut = folder.resolve(name + ".trace.parquet");
    TraceFile file = TraceFile.open(whole);
    try (Rows<TraceRow> rows = file.rows();
        TraceWriter writer = TraceWriter.createPrivate(cut)) {
      int number = 0;
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        Optional<String> text =
            ++number % rowsInGroup == 0 ? Optional.of("x".repeat(1_100_000)) : Optional.empty();
        writer.write(new TraceRow(row.get().request(), row.get().observed(), text));
      }
      writer.finish(file.header());
    }
    return cut;
  }

  private static List<String> command(String first, String second, List<String> more) {
    List<String> command = new ArrayList<>(List.of(first));
    if (!second.isEmpty()) {
      command.add(second);
    }
    command.addAll(more);
    return command;
  }

  private void assertSame(Path source, Path other, int held) throws Exception {
    List<String> options =
        List.of(
            source.toString(), other.toString(), "--held-rows", held + "", "--allow-unapproved");
    List<String> alone = new ArrayList<>(command("analyze", "fidelity", options));
    alone.addAll(List.of("--json", folder + "/alone.json", "--html", folder + "/alone.html"));
    List<String> submitted = new ArrayList<>(command("fidelity", "", options));
    submitted.addAll(List.of("--json", folder + "/spark.json", "--html", folder + "/spark.html"));
    Alone expected = Alone.of(alone);
    assertEquals(0, expected.code(), expected.err());

    Submitted got = Submitted.local(folder, submitted);

    assertEquals(0, got.code(), got.err());
    assertEquals(expected.out(), got.out());
    assertEquals(expected.sentences(), got.sentences());
    for (String form : List.of(".json", ".html")) {
      assertEquals(
          Files.readString(folder.resolve("alone" + form)),
          Files.readString(folder.resolve("spark" + form)),
          form);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "azure2023/AzureLLMInferenceTrace_conv.csv,"
        + " azure2023/AzureLLMInferenceTrace_code_first_half.csv",
    "mooncake/conversation_trace.jsonl, mooncake/conversation_trace.jsonl",
    "kvcache_tester, tracelab/sanitized/round_trace.jsonl"
  })
  void aReportIsTheSameToTheLastDigit(String source, String other) throws Exception {
    Path first = trace("source", SharedData.require(source), 2000);
    Path second = trace("other", SharedData.require(other), 700);
    assertSame(first, second, 1000);
  }

  /** A log of two stretches of time on one clock, of which each is a trace. */
  @Test
  void aReportOnTwoStretchesOfOneLogIsTheSameToTheLastDigit() throws Exception {
    List<String> lines = Files.readAllLines(SharedData.require("ragpulse/0_trace_days1-4.jsonl"));
    int reset = 2538;
    Path first = Files.write(folder.resolve("first.jsonl"), lines.subList(0, reset));
    Path second = Files.write(folder.resolve("second.jsonl"), lines.subList(reset, lines.size()));
    assertSame(trace("source", first, 900), trace("other", second, 500), 1000);
  }

  @Test
  void whatIsRefusedIsRefusedInTheSameWords() throws Exception {
    Path nothing = folder.resolve("nothing.trace.parquet");
    Alone expected =
        Alone.of(List.of("analyze", "fidelity", nothing.toString(), nothing.toString()));
    Submitted got =
        Submitted.local(folder, List.of("fidelity", nothing.toString(), nothing.toString()));

    assertEquals(expected.code(), got.code(), got.err());
    assertEquals(expected.sentences(), got.sentences());
  }

  @Test
  void aHoldOutIsLeftToOneMachine() throws Exception {
    Submitted got = Submitted.local(folder, List.of("fidelity", "x.trace.parquet", "--holdout"));

    assertEquals(2, got.code(), got.err());
    assertTrue(got.sentences().contains("--holdout fits and generates on one machine"), got.err());
  }
}
