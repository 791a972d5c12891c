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
  void holdoutFitsOnOneHalfAndJudgesAgainstTheOther() throws IOException {
    Path kept = scratch.resolve("kept");
    Path json = scratch.resolve("r.json");

    Ran ran =
        Ran.facsimile(
            "analyze",
            "fidelity",
            code,
            "--holdout",
            "--keep",
            kept,
            "--allow-unapproved",
            "--axis",
            "marginals",
            "--axis",
            "mix",
            "--seed",
            "3",
            "--json",
            json);

    assertEquals(Exit.DONE, ran.code(), ran::err);
    assertTrue(ran.err().contains("requests to fit on"), ran::err);
    assertTrue(ran.out().contains("hold-out: fitted on fitted-half.trace.parquet"), ran::out);
    JsonNode report = Json.tree(Files.readString(json));
    int fitted = rows(kept.resolve("fitted-half.trace.parquet"));
    int heldOut = report.path("source").path("rows").asInt();
    assertEquals(4409, fitted + heldOut);
    assertEquals("held-out-half.trace.parquet", report.path("source").path("name").asText());
    assertTrue(Files.exists(kept.resolve("holdout.model.json")));
    // Generated as many as the half that the model knows, give or take chance.
    assertEquals(fitted, report.path("other").path("rows").asInt(), 0.1 * fitted);
  }

  @Test
  void holdoutMakesItsOwnOtherSide() {
    Ran both = fidelity("--holdout");
    Ran none = Ran.facsimile("analyze", "fidelity", code, "--allow-unapproved");

    assertEquals(Exit.USAGE, both.code());
    assertTrue(both.err().contains("--holdout makes its own OTHER, expected none"), both::err);
    assertEquals(Exit.USAGE, none.code());
    assertTrue(none.err().contains("no OTHER given"), none::err);
  }

  private static int rows(Path trace) throws IOException {
    return (int) dev.facsimile.trace.file.TraceFile.open(trace).header().rows();
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
