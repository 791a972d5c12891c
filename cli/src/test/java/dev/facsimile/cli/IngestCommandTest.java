package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestCommandTest {
  @TempDir private Path folder;
  private Path log;
  private Path trace;

  @BeforeEach
  void aLog() throws IOException {
    trace = folder.resolve("x.trace.parquet");
    log =
        Files.writeString(
            folder.resolve("a.csv"),
            "TIMESTAMP,ContextTokens,GeneratedTokens\n"
                + "2024-05-10 10:00:00Z,300,100\n2024-05-10 10:01:00Z,100,0\n");
  }

  @Test
  void classesArePrintedWithTheirSharesOfRequestsAndOfTokens() throws IOException {
    Path rules =
        Files.writeString(
            folder.resolve("c.yaml"),
            "classes: [{class: long, when: {input_tokens: 200..}}, {class: short}]\n");
    Ran ran = facsimile("ingest", log, "--classes", rules, "-o", trace);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertTrue(ran.out().contains("class long: 50.0 % of the requests, 80.0 % of the tokens"));
  }

  @Test
  void anExplanationWritesNothing() {
    Ran ran = facsimile("ingest", log, "--explain");
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertTrue(ran.out().contains("input_tokens       = 300   ← ContextTokens"), ran.out());
    assertFalse(Files.exists(trace));
  }

  @Test
  void aBoundThatIsNoTimeIsAMistakeInTheOptions() {
    Ran ran = facsimile("ingest", log, "--since", "yesterday", "-o", trace);
    assertEquals(Exit.USAGE, ran.code());
    assertTrue(ran.err().contains("--since is 'yesterday', expected a timestamp"), ran.err());
  }

  @Test
  void aTraceThatHoldsAllLogsIsLeftAsItIs() {
    assertEquals(Exit.DONE, facsimile("ingest", log, "-o", trace, "--resume").code());
    Ran again = facsimile("ingest", log, "-o", trace, "--resume");
    assertEquals(Exit.DONE, again.code());
    assertTrue(again.out().startsWith("nothing new"), again.out());
  }

  @Test
  void theEndOfATimeSpanLiesBehindItsStart() {
    for (String[] span : new String[][] {{"2024-05-11", "2024-05-10"}, {"90m", "90m"}}) {
      Ran ran = facsimile("ingest", log, "--since", span[0], "--until", span[1], "-o", trace);
      assertEquals(Exit.USAGE, ran.code());
      assertTrue(
          ran.err().contains("--since is " + span[0] + " and --until is " + span[1]), ran.err());
    }
  }

  @Test
  void aFolderThatIsNotThereIsNotMade() {
    Path nowhere = folder.resolve("typo/x.trace.parquet");
    Ran ran = facsimile("ingest", log, "-o", nowhere);
    assertEquals(Exit.INPUT_REFUSED, ran.code());
    assertTrue(ran.err().contains("lies in a folder that does not exist"), ran.err());
    assertFalse(Files.exists(nowhere.getParent()));
  }

  @Test
  void theTraceMustBeNamed() {
    assertEquals(Exit.USAGE, facsimile("ingest", log).code());
  }

  @Test
  void whatIsWrongWithAMappingAndWithClassRulesIsToldAtOnce() throws IOException {
    Path mapping =
        Files.writeString(folder.resolve("m.yaml"), "shape: csvv\ntime: t\ntime_unit: s\n");
    Path rules = Files.writeString(folder.resolve("c.yaml"), "classes: [{when: {}}]\n");
    Ran ran = facsimile("ingest", log, "--mapping", mapping, "--classes", rules, "-o", trace);
    assertEquals(Exit.INPUT_REFUSED, ran.code());
    assertTrue(ran.err().contains("m.yaml: shape is csvv"), ran.err());
    assertTrue(ran.err().contains("c.yaml: classes[1]"), ran.err());
  }

  @Test
  void aKeyThatStandsTwiceInAMappingOrInRulesIsRefusedWithItsLine() throws IOException {
    Path mapping =
        Files.writeString(folder.resolve("m.yaml"), "shape: csv\ntime: a\ntime: b\ntime_unit: s\n");
    Ran mapped = facsimile("ingest", log, "--mapping", mapping, "-o", trace);
    assertEquals(Exit.INPUT_REFUSED, mapped.code());
    assertTrue(mapped.err().contains("m.yaml, line 3: is not valid YAML: Duplicate"), mapped.err());
    Path rules =
        Files.writeString(folder.resolve("c.yaml"), "classes: [{class: a}]\nclasses: []\n");
    Ran ruled = facsimile("ingest", log, "--classes", rules, "-o", trace);
    assertEquals(Exit.INPUT_REFUSED, ruled.code());
    assertTrue(ruled.err().contains("c.yaml, line 2: is not valid YAML: Duplicate"), ruled.err());
  }

  @Test
  void oneRowIsNoRows() throws IOException {
    Path one =
        Files.writeString(
            folder.resolve("one.csv"),
            "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 10:00:00Z,300,100\n");
    Ran ran = facsimile("ingest", one, "-o", trace);
    assertTrue(ran.out().contains("\n1 row read = 1 accepted"), ran.out());
  }

  @Test
  void anExplanationNamesFieldsOnly() throws IOException {
    Path spans =
        Files.writeString(
            folder.resolve("spans.json"),
            """
            {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t1", "spanId": "s1", \
            "startTimeUnixNano": "1718000000125000000", "attributes": [\
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, \
            {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "900"}}, \
            {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "120"}}]}]}]}]}
            """);
    Ran ran = facsimile("ingest", spans, "--explain");
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertFalse(ran.out().contains("(read:  ="), ran.out());
  }
}
