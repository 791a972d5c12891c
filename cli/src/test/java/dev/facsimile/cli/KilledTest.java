package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command killed half-way leaves nothing under its output's final name. */
class KilledTest {
  /** Far more rows than are read before the kill arrives. */
  private static final int ROWS = 2_000_000;

  @TempDir private Path folder;

  @Test
  void aKilledIngestLeavesNoTrace() throws IOException, InterruptedException {
    Path log = folder.resolve("big.csv");
    try (BufferedWriter writer = Files.newBufferedWriter(log)) {
      writer.write("TIMESTAMP,ContextTokens,GeneratedTokens\n");
      for (int i = 0; i < ROWS; i++) {
        writer.write("2023-11-16 18:15:46.6805900,374,44\n");
      }
    }
    Path out = Files.createDirectory(folder.resolve("out"));
    Path trace = out.resolve("x.trace.parquet");
    try (WatchService watch = out.getFileSystem().newWatchService()) {
      out.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process ingest =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin/java").toString(),
                      "-cp",
                      System.getProperty("java.class.path"),
                      "dev.facsimile.cli.Main",
                      "ingest",
                      log.toString(),
                      "-o",
                      trace.toString()))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log.txt").toFile())
              .start();
      WatchKey begun = watch.poll(60, TimeUnit.SECONDS);
      ingest.destroyForcibly();
      assertNotNull(begun, "the ingest never began to write");
      assertTrue(ingest.waitFor(60, TimeUnit.SECONDS));
      assertNotEquals(0, ingest.exitValue(), "it had ended before it was killed");
    }
    assertFalse(Files.exists(trace));
  }
}
