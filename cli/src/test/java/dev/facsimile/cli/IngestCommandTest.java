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
}
