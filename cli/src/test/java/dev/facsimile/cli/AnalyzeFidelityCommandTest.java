package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnalyzeFidelityCommandTest {
  @TempDir private Path scratch;
  private Path code;

  @BeforeEach
  void ingest() {
    code = scratch.resolve("code.trace.parquet");
    Ran ran = Ran.facsimile("ingest", SharedData.require(SharedData.AZURE_CODE), "-o", code);
    assertEquals(Exit.DONE, ran.code(), ran::err);
  }

  @Test
  void aRawTraceIsRefusedUnlessAllowedAndThenMarked() {
    Ran refused = Ran.facsimile("analyze", "fidelity", code, code);
    assertEquals(Exit.INPUT_REFUSED, refused.code());
    assertEquals("", refused.out());

    Ran allowed = fidelity("--axis", "mix");
    assertEquals(Exit.DONE, allowed.code(), allowed::err);
    assertTrue(allowed.out().contains("! source: UNAPPROVED"), allowed::out);
  }

  @Test
  void aCopyReachesGradeA() {
    Ran ran = fidelity("--axis", "burst", "--axis", "envelope", "--fail-under", "A");

    assertEquals(Exit.DONE, ran.code(), ran::err);
    assertTrue(ran.out().startsWith("TRACE FIDELITY"), ran::out);
    assertFalse(ran.out().contains(" joint "), ran::out);
  }

  @Test
  void whatCannotBeJudgedDoesNotReachAnyGrade() {
    Ran ran = fidelity("--axis", "mix", "--fail-under", "F");

    assertEquals(Exit.BOUND_MISSED, ran.code());
    assertTrue(ran.err().contains("no axis could be judged"), ran::err);
  }

  @Test
  void anAxisThatDoesNotExistIsAMistakeThatNamesThoseThatDo() {
    Ran ran = fidelity("--axis", "quality");

    assertEquals(Exit.USAGE, ran.code());
    assertTrue(ran.err().contains("expected one of: marginals, tails, joint"), ran::err);
  }

  @Test
  void aWorkloadIsNoSource() throws IOException {
    Path workload = scratch.resolve("w.jsonl");
    Files.writeString(
        workload,
        "{\"format\":\"facsimile-workload\",\"format_version\":1,\"tool_version\":\"1\","
            + "\"synthetic\":true,\"duration_nanos\":1,\"declared_changes\":[],\"provenance\":[]}\n");

    Ran ran = Ran.facsimile("analyze", "fidelity", workload, code, "--allow-unapproved");

    assertEquals(Exit.INPUT_REFUSED, ran.code());
    assertTrue(ran.err().contains("is a workload, expected a trace as the source"), ran::err);
  }

  @Test
  void jsonPageAndMarkdownAreWritten() throws IOException {
    Path json = scratch.resolve("r.json");
    Path html = scratch.resolve("r.html");
    Path markdown = scratch.resolve("r.md");

    Ran ran = fidelity("--axis", "envelope", "--json", json, "--html", html, "--md", markdown);

    assertEquals(Exit.DONE, ran.code(), ran::err);
    JsonNode report = Json.tree(Files.readString(json));
    assertEquals("facsimile-fidelity-report", report.path("format").asText());
    assertEquals("A", report.path("grade").asText());
    assertTrue(Files.readString(html).startsWith("<!doctype html>"));
    assertTrue(Files.readString(markdown).startsWith("# Trace fidelity: grade A"));
  }

  @Test
  void analyzeTraceReadsARawTrace() throws IOException {
    Path json = scratch.resolve("t.json");

    Ran ran = Ran.facsimile("analyze", "trace", code, "--json", json);

    assertEquals(Exit.DONE, ran.code(), ran::err);
    assertTrue(ran.out().contains("4,409 with both lengths"), ran::out);
    assertEquals(7437, Json.tree(Files.readString(json)).path("input").path("max").asInt());
  }

  private Ran fidelity(Object... more) {
    Object[] arguments = new Object[more.length + 5];
    arguments[0] = "analyze";
    arguments[1] = "fidelity";
    arguments[2] = code;
    arguments[3] = code;
    arguments[4] = "--allow-unapproved";
    System.arraycopy(more, 0, arguments, 5, more.length);
    return Ran.facsimile(arguments);
  }
}
