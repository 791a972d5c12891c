package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ingest on Spark writes the trace that ingest on one machine writes. */
class SparkIngestTest {
  @TempDir private Path folder;

  private void assertSame(List<String> options, Path... logs)
      throws IOException, InterruptedException {
    assertSameWith(List.of(), options, logs);
  }

  private void assertSameWith(List<String> configuration, List<String> options, Path... logs)
      throws IOException, InterruptedException {
    Path alone = folder.resolve("alone.trace.parquet");
    Path spark = folder.resolve("spark.trace.parquet");
    BothWays.Done expected = BothWays.alone(BothWays.command(alone, options, logs));
    assertEquals(0, expected.code(), expected.err());
    List<String> submitted = new ArrayList<>(BothWays.command(spark, options, logs));
    submitted.addAll(List.of("--piece-mib", "1"));
    Submitted got = Submitted.to("local[2]", configuration, folder, submitted);
    assertEquals(0, got.code(), got.err());
    assertEquals(
        BothWays.told(expected.out()),
        BothWays.told(got.out()).replace("spark.", "alone."),
        "what is told");
    assertEquals(TraceFile.open(alone).header(), TraceFile.open(spark).header());
    BothWays.assertRows(alone, spark);
    BothWays.assertNothingHidden(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "azure2023/AzureLLMInferenceTrace_conv.csv",
        "azure2023/AzureLLMInferenceTrace_code_first_half.csv",
        "mooncake/conversation_trace.jsonl",
        "burstgpt/BurstGPT_3_first105.csv",
        "tracelab/sanitized/round_trace.jsonl",
        "kvcache_tester"
      })
  void theTraceOfALogHasTheSameRowsAndHeader(String log) throws Exception {
    assertSame(List.of(), SharedData.require(log));
  }

  @Test
  void sampledSessionsOfALogWithBadRowsAreTheSame() throws Exception {
    Path log = folder.resolve("log.jsonl");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      lines.add(
          i % 500 == 7
              ? "{broken"
              : String.format(
                  "{\"timestamp\":%d,\"input_length\":%d,\"output_length\":5,\"hash_ids\":[%d,%d]}",
                  1000 * (i - (i % 50 == 3 ? 20 : 0)) + 30_000, 1024, i % 40, 40 + i % 700));
    }
    Files.write(log, lines);
    assertSame(
        List.of("--sample-sessions", "0.5", "--reorder-rows", "16", "--max-rejects", "0.1"), log);
  }

  /** They are more than come to the driver one by one. */
  @Test
  void aTraceOfManyStretchesHasTheSameRowsAndHeader() throws Exception {
    Path log = folder.resolve("log.jsonl");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      lines.add(
          String.format(
              "{\"timestamp\":%d,\"input_length\":512,\"output_length\":5,\"hash_ids\":[%d]}",
              3000 * (i - i % 3 / 2), i));
    }
    Files.write(log, lines);
    assertSameWith(List.of("spark.default.parallelism=40"), List.of(), log);
  }

  @Test
  void aClockThatWasResetIsRefusedInTheSameWords() throws Exception {
    Path log = SharedData.require("ragpulse/0_trace_days1-4.jsonl");
    Path output = folder.resolve("x.trace.parquet");
    List<String> command = BothWays.command(output, List.of(), log);
    BothWays.Done expected = BothWays.alone(command);
    Submitted got = Submitted.local(folder, command);
    assertEquals(expected.code(), got.code(), got.err());
    assertEquals(expected.err().strip(), got.sentences());
    assertTrue(Files.notExists(output));
  }

  /** The list of rejects and the trace lie where the logs do, on no file system of this machine. */
  @Test
  void logsAndTraceMayLieOnAnyFileSystemThatSparkReads() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    for (int log = 0; log < 3; log++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 9000; i++) {
        lines.add(
            i == 4000 + log
                ? "{broken"
                : String.format(
                    "{\"timestamp\":%d,\"input_length\":1024,\"output_length\":5,"
                        + "\"hash_ids\":[%d,%d]}",
                    1000 * i + log, i % 40, 40 + i % 700));
      }
      Files.write(logs.resolve("log " + log + ".jsonl"), lines);
    }
    Path alone = folder.resolve("alone.trace.parquet");
    BothWays.Done expected = BothWays.alone(BothWays.command(alone, List.of(), logs));
    assertEquals(0, expected.code(), expected.err());
    Submitted got =
        Submitted.withElsewhere(
            folder,
            List.of(
                "ingest",
                "elsewhere:///logs/*.jsonl",
                "-o",
                "elsewhere:///spark.trace.parquet",
                "--piece-mib",
                "1"));
    assertEquals(0, got.code(), got.err());
    Path spark = folder.resolve("spark.trace.parquet");
    assertEquals(
        BothWays.told(expected.out()).replaceAll("\\S*/(alone|logs)", "/$1"),
        BothWays.told(got.out()).replace("spark.", "alone.").replace("elsewhere://", ""));
    assertEquals(TraceFile.open(alone).header(), TraceFile.open(spark).header());
    BothWays.assertRows(alone, spark);
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(spark));
    assertEquals(
        Files.readString(folder.resolve("alone.rejects.jsonl")),
        Files.readString(folder.resolve("spark.rejects.jsonl")));
  }

  /** One task at a time, so that a part is there when the next one fails. */
  @Test
  void anIngestWhoseTaskFailsLeavesNoPartBehind() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      lines.add(
          String.format(
              "{\"timestamp\":%d,\"input_length\":512,\"output_length\":5,\"hash_ids\":[%d]}",
              1000 * i, i));
    }
    Files.write(logs.resolve("log.jsonl"), lines);
    Path traces = Files.createDirectory(folder.resolve("traces"));
    Submitted got =
        Submitted.to(
            "local[1]",
            List.of(
                "spark.default.parallelism=2",
                "spark.hadoop.fs.elsewhere.impl=" + ElsewhereFileSystem.class.getName(),
                "spark.hadoop." + ElsewhereFileSystem.FOLDER + "=" + folder,
                "spark.hadoop." + ElsewhereFileSystem.REFUSED + "=part-1-"),
            folder,
            List.of(
                "ingest", "elsewhere:///logs/log.jsonl", "-o", "elsewhere:///traces/x.parquet"));
    assertTrue(got.code() != 0, "a part was refused");
    assertTrue(got.err().contains(".x.parquet.parts/part-1-"), got.err());
    try (Stream<Path> left = Files.list(traces)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void whatIsMissingOnAnotherFileSystemIsRefusedByItsName() throws Exception {
    Submitted got =
        Submitted.withElsewhere(
            folder, List.of("ingest", "elsewhere:///none.jsonl", "-o", "elsewhere:///x.parquet"));
    assertEquals(3, got.code(), got.err());
    assertEquals("facsimile: elsewhere:///none.jsonl: no such file", got.sentences());
  }
}
