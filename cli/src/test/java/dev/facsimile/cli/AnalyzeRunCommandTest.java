package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnalyzeRunCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path scratch;

  private int analyze(String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "analyze";
    args[1] = "run";
    args[2] = scratch.resolve("run").toString();
    System.arraycopy(more, 0, args, 3, more.length);
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  /** A run of one request that was never sent. */
  private void run(RunManifest.Verdict verdict, boolean unapproved) throws IOException {
    Planned planned = new Planned(Request.of("r", 0, 10, 10), Optional.empty(), 0);
    Provenance provenance =
        Provenance.NONE.then(
            new Step(
                "synth fit",
                ToolVersion.CURRENT,
                new TreeMap<>(),
                Optional.empty(),
                List.of(),
                unapproved));
    try (RunWriter writer = RunWriter.create(scratch.resolve("run"), false)) {
      writer.write(new Outcome.NeverSent(planned, 1_000_000, "connection refused"));
      writer.finish(
          new RunManifest(
              RunManifest.FORMAT,
              RunManifest.VERSION,
              RunManifest.METHOD_VERSION,
              ToolVersion.CURRENT,
              RunManifest.State.COMPLETE,
              "2026-01-01T00:00:00Z",
              1_000_000,
              new RunManifest.Load("open", 1, OptionalInt.empty(), OptionalInt.empty()),
              new RunManifest.Workload(
                  "00", Optional.empty(), 1, Optional.empty(), OptionalLong.empty()),
              new RunManifest.Target("http://127.0.0.1:1", "openai-chat", "m", Optional.empty()),
              new TreeMap<>(),
              new RunManifest.Counts(1, 1, 0, 0, 0, 0, 0, 0, 0),
              new RunManifest.Client(verdict, List.of(), 0, 0, 0, 0, 0, 0, 0),
              new RunManifest.Host("Linux", 2, "JVM"),
              provenance),
          List.of());
    }
  }

  @Test
  void aRunOfAnUnapprovedTraceIsRefusedUnlessAllowedAndThenMarked() throws IOException {
    run(RunManifest.Verdict.VALID, true);
    assertEquals(Exit.INPUT_REFUSED, analyze());
    assertEquals("", out.toString());
    assertEquals(Exit.DONE, analyze("--allow-unapproved"), err::toString);
    assertTrue(out.toString().contains("UNAPPROVED"), out::toString);
  }

  @Test
  void aClientBoundRunIsReportedAndExitsWithFour() throws IOException {
    run(RunManifest.Verdict.CLIENT_BOUND, false);
    assertEquals(Exit.BOUND_MISSED, analyze(), err::toString);
    assertTrue(out.toString().contains("CLIENT-BOUND"), out::toString);
  }

  @Test
  void pageAndDocumentAreWrittenWhereNamedAndNowhereElse() throws IOException {
    run(RunManifest.Verdict.VALID, false);
    Path page = scratch.resolve("r.html");
    Path document = scratch.resolve("r.json");
    assertEquals(Exit.DONE, analyze(), err::toString);
    assertFalse(Files.exists(page) || Files.exists(document));
    assertEquals(
        Exit.DONE,
        analyze("--html", page.toString(), "--json", document.toString()),
        err::toString);
    assertTrue(Files.readString(page).startsWith("<!doctype html>"));
    assertTrue(Files.readString(document).contains("\"facsimile-run-report\""));
  }

  @Test
  void objectivesAreNamesAndTimes() throws IOException {
    run(RunManifest.Verdict.VALID, false);
    assertEquals(Exit.DONE, analyze("--slo", "ttft=2s,itl=50ms,e2e=30s"), err::toString);
    assertTrue(out.toString().contains("E2E ≤ 30.0 s"), out::toString);
    assertEquals(Exit.USAGE, analyze("--slo", "ttft=fast"));
    assertEquals(Exit.USAGE, analyze("--slo", "speed=1s"));
    assertEquals(Exit.USAGE, analyze("--slo", "ttft=0s"));
    assertTrue(err.toString().contains("ttft is 0"), err::toString);
  }

  @Test
  void aFolderWithoutARunIsRefused() {
    assertEquals(Exit.INPUT_REFUSED, analyze());
    assertTrue(err.toString().contains("no such folder"), err::toString);
  }
}
