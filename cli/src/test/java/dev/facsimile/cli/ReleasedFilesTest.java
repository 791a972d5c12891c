package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One file of every released format version is kept and stays readable; one of a version that is
 * yet to come is refused in one sentence.
 */
final class ReleasedFilesTest {
  private static final Path RELEASED = Path.of("src/test/resources/released");

  /** Reports, which the module that writes them keeps. */
  private static final Path REPORTS = Path.of("../analyze/src/test/resources/released");

  @TempDir private Path scratch;

  @Test
  void aTraceOfVersion1IsReadable() {
    Ran ran = Ran.facsimile("analyze", "trace", RELEASED.resolve("v1.trace.parquet"));

    assertEquals(Exit.DONE, ran.code(), ran::err);
    assertTrue(ran.out().contains("240 with both lengths"), ran::out);
  }

  @Test
  void aModelOfVersion2IsReadableAndGenerates() {
    Path workload = scratch.resolve("w.jsonl");

    Ran ran =
        Ran.facsimile(
            "synth",
            "generate",
            RELEASED.resolve("model-v2.json"),
            "--seed",
            1,
            "-o",
            workload,
            "--allow-unapproved");

    assertEquals(Exit.DONE, ran.code(), ran::err);
  }

  @Test
  void aWorkloadOfVersion1IsReadable() {
    Ran ran = fidelity(RELEASED.resolve("workload-v1.jsonl"));

    assertEquals(Exit.DONE, ran.code(), ran::err);
    assertTrue(ran.out().contains("workload-v1.jsonl (workload, 64 requests"), ran::out);
  }

  @Test
  void aRunOfVersion1IsReadable() {
    Ran fidelity = fidelity(RELEASED.resolve("run-v1"));
    Ran report = Ran.facsimile("analyze", "run", RELEASED.resolve("run-v1"), "--allow-unapproved");

    assertEquals(Exit.DONE, fidelity.code(), fidelity::err);
    assertTrue(fidelity.out().contains("run-v1 (run, 64 requests"), fidelity::out);
    // A run whose client was not up to its load misses its own bound, and is read all the same.
    assertTrue(report.code() == Exit.DONE || report.code() == Exit.BOUND_MISSED, report::err);
  }

  @Test
  void aFidelityReportOfVersion1IsShownAsItsPage() {
    Ran ran = Ran.facsimile("inspect", REPORTS.resolve("fidelity-report-v1.json"));

    assertEquals(Exit.DONE, ran.code(), ran::err);
    assertTrue(ran.out().startsWith("TRACE FIDELITY"), ran::out);
    assertTrue(ran.out().lines().anyMatch(line -> line.startsWith(" memorization")), ran::out);
  }

  @Test
  void aTraceReportOfVersion1IsShown() {
    Ran ran = Ran.facsimile("inspect", REPORTS.resolve("trace-report-v1.json"));

    assertEquals(Exit.DONE, ran.code(), ran::err);
  }

  @Test
  void runReportsOfVersions1And2AreShown() {
    for (int version = 1; version <= RunAnalysis.VERSION; version++) {
      Ran ran = Ran.facsimile("inspect", REPORTS.resolve("run-report-v" + version + ".json"));

      assertEquals(Exit.DONE, ran.code(), ran::err);
    }
  }

  @Test
  void aReportOfANewerVersionIsRefused() throws IOException {
    for (String kind : new String[] {"fidelity", "trace", "run"}) {
      refused(
          Ran.facsimile(
              "inspect", newer(REPORTS.resolve(kind + "-report-v1.json"), kind + ".json")));
    }
    refused(Ran.facsimile("inspect", newer(RELEASED.resolve("model-v2.json"), "model.json")));
  }

  @Test
  void aDecisionOfANewerVersionIsRefused() throws IOException {
    for (String kind :
        new String[] {"run-comparison", "gate-report", "sweep-report", "quality-report"}) {
      Path newer = scratch.resolve(kind + ".json");
      Files.writeString(newer, "{\"format\": \"facsimile-" + kind + "\", \"format_version\": 99}");
      refused(Ran.facsimile("inspect", newer));
    }
  }

  @Test
  void aTraceOfANewerVersionIsRefused() throws IOException {
    Path newer = scratch.resolve("newer.trace.parquet");
    TraceFile old = TraceFile.open(RELEASED.resolve("v1.trace.parquet"));
    TraceHeader header = old.header();
    try (TraceWriter writer = TraceWriter.create(newer);
        Rows<TraceRow> rows = old.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        writer.write(row.get());
      }
      writer.finish(
          new TraceHeader(
              header.format(),
              TraceHeader.VERSION + 1,
              "99",
              header.stage(),
              header.rows(),
              header.startTime(),
              header.logFormats(),
              header.inputTokenRule(),
              header.sessions(),
              header.blocks(),
              header.clock(),
              header.releaseId(),
              header.provenance(),
              header.turnLengths()));
    }

    refused(Ran.facsimile("analyze", "trace", newer));
  }

  @Test
  void aModelOfANewerVersionIsRefused() throws IOException {
    Path newer = newer(RELEASED.resolve("model-v2.json"), "model.json");

    refused(
        Ran.facsimile(
            "synth",
            "generate",
            newer,
            "--seed",
            1,
            "-o",
            scratch.resolve("w.jsonl"),
            "--allow-unapproved"));
  }

  @Test
  void aWorkloadOfANewerVersionIsRefused() throws IOException {
    refused(fidelity(newer(RELEASED.resolve("workload-v1.jsonl"), "w.jsonl")));
  }

  @Test
  void aRunOfANewerVersionIsRefused() throws IOException {
    Path run = Files.createDirectory(scratch.resolve("run"));
    try (Stream<Path> files = Files.list(RELEASED.resolve("run-v1"))) {
      for (Path file : files.toList()) {
        Files.copy(file, run.resolve(file.getFileName()));
      }
    }
    newer(run.resolve("run.json"), "run/run.json");

    refused(fidelity(run));
    refused(Ran.facsimile("analyze", "run", run, "--allow-unapproved"));
  }

  /** The same file, in a version that is yet to come. */
  private Path newer(Path old, String name) throws IOException {
    String text = Files.readString(old);
    Path newer = scratch.resolve(name);
    Files.writeString(
        newer, text.replaceFirst("\"format_version\"( ?): ?\\d+", "\"format_version\":99"));
    return newer;
  }

  private static Ran fidelity(Path other) {
    return Ran.facsimile(
        "analyze",
        "fidelity",
        RELEASED.resolve("v1.trace.parquet"),
        other,
        "--axis",
        "burst",
        "--allow-unapproved");
  }

  private static void refused(Ran ran) {
    assertEquals(Exit.INPUT_REFUSED, ran.code(), ran::err);
    assertEquals(1, ran.err().lines().filter(line -> line.contains("is newer than this")).count());
    assertEquals("", ran.out());
  }
}
