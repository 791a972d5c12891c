package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --split-on-reset} on Spark writes the traces that it writes on one machine. */
class SparkSplitTest {
  private static final List<String> SPLIT = List.of("--split-on-reset");

  @TempDir private Path folder;

  @Test
  void ragPulseIsSplitWhereItsClockWasReset() throws Exception {
    BothWays both = new BothWays(folder);
    both.assertSame(SPLIT, SharedData.require("ragpulse/0_trace_days1-4.jsonl"));
    assertEquals(
        List.of(Path.of("x.1.trace.parquet"), Path.of("x.2.trace.parquet")), both.traces());
  }

  private List<String> sessions() throws IOException {
    Path mapping = folder.resolve("sessions.yaml");
    Files.writeString(
        mapping,
        """
        shape: jsonl
        time: t
        time_unit: ms
        columns:
          request_id: id
          session_id: s
          input_tokens: in
          output_tokens: out
        """);
    return List.of("--mapping", mapping.toString(), "--max-rejects", "0.1");
  }

  /** A line of 1 KiB, so that a piece of 1 MiB holds 1,024 of them. */
  private static String line(int id, long millis) {
    String line =
        String.format(
            "{\"t\":%d,\"id\":\"q%d\",\"s\":\"c%d\",\"in\":%d,\"out\":5}",
            millis, id, id % 7, 100 + id % 90);
    return line + " ".repeat(1023 - line.length());
  }

  private Path log(int... stretches) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int stretch : stretches) {
      for (int i = 0; i < stretch; i++) {
        // Some rows come late, and one in each stretch twice.
        lines.add(line(lines.size(), 60_000 + 2000L * (i - (i % 50 == 30 ? 7 : 0))));
        if (i == 20) {
          lines.set(lines.size() - 1, lines.get(lines.size() - 2));
        }
      }
    }
    return Files.write(folder.resolve("log.jsonl"), lines);
  }

  /** The first reset lies between two pieces, the others within the second one. */
  @Test
  void sessionsWhoseIdsReturnAfterAResetBeginAnew() throws Exception {
    BothWays both = new BothWays(folder);
    both.assertSame(
        Stream.concat(sessions().stream(), SPLIT.stream()).toList(), log(1024, 300, 310, 1000));
    assertEquals(4, both.traces().size());
    String told = both.trace("x.3.trace.parquet").header().clock().findings().toString();
    assertTrue(told.contains("stretch 3 of 4"), told);
    assertTrue(told.contains("at line 1325"), told);
    assertEquals(299, both.trace("x.2.trace.parquet").header().rows());
  }

  @Test
  void severalLogsAreRefusedInTheSameWords() throws Exception {
    Path log = log(300, 300);
    Path copy = Files.copy(log, folder.resolve("copy.jsonl"));
    BothWays both = new BothWays(folder);
    both.assertSame(Stream.concat(sessions().stream(), SPLIT.stream()).toList(), log, copy);
    assertEquals(List.of(), both.traces());
  }

  /** The first trace has its name when the second one does not get it. */
  @Test
  void noTraceIsLeftIfOneOfThemFails() throws Exception {
    List<String> options = Stream.concat(sessions().stream(), SPLIT.stream()).toList();
    log(300, 300);
    Path traces = Files.createDirectory(folder.resolve("traces"));
    List<String> command = new ArrayList<>(List.of("ingest", "elsewhere:///log.jsonl"));
    command.addAll(options);
    command.addAll(List.of("-o", "elsewhere:///traces/x.parquet"));
    Submitted got =
        Submitted.to(
            "local[1]",
            List.of(
                "spark.hadoop.fs.elsewhere.impl=" + ElsewhereFileSystem.class.getName(),
                "spark.hadoop." + ElsewhereFileSystem.FOLDER + "=" + folder,
                "spark.hadoop." + ElsewhereFileSystem.REFUSED + "=x.2.trace"),
            folder,
            command);
    assertTrue(got.code() != 0, "a name was refused");
    assertTrue(got.err().contains("x.2.trace.parquet is refused"), got.err());
    try (Stream<Path> left = Files.list(traces)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
