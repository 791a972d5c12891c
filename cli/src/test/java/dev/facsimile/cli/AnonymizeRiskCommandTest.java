package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of {@code anonymize plan} and {@code dry-run}, and the gate. */
final class AnonymizeRiskCommandTest {
  @TempDir private Path folder;

  private Path trace;

  /** Twelve requests of four teams, with text. */
  @BeforeEach
  void ingest() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      log.append(
          String.format(
              Locale.ROOT,
              "{\"id\":\"chatcmpl-%d\",\"trace_id\":\"s%d\",\"call_type\":\"acompletion\","
                  + "\"status\":\"success\",\"model\":\"gpt-4o\",\"model_group\":\"g\","
                  + "\"startTime\":%d.5,\"endTime\":%d.9,\"prompt_tokens\":%d,"
                  + "\"completion_tokens\":7,\"metadata\":{\"user_api_key_team_id\":\"team-of-%d\"},\"messages\":[{\"role\":\"user\",\"content\":\"write"
                  + " to alice@corp.example\"}]}%n",
              i,
              i / 2,
              1_757_563_200L + i * 10,
              1_757_563_200L + i * 10,
              50 + i,
              i % 4));
    }
    Path file = Files.writeString(folder.resolve("gateway.jsonl"), log);
    trace = folder.resolve("x.trace.parquet");
    assertEquals(Exit.DONE, Ran.facsimile("ingest", file, "-o", trace).code());
  }

  private static Path demoPolicy() {
    return SharedData.root().resolve("samples/policies/demo.yaml");
  }

  private static void tellsNoValue(String page) {
    for (String value : new String[] {"chatcmpl", "team-of", "alice", "corp.example", "gpt-4o"}) {
      assertFalse(page.contains(value), value + " is in\n" + page);
    }
  }

  @Test
  void thePlanShowsColumnsAndTextWithoutAValue() throws IOException {
    Path suggested = folder.resolve("suggested.yaml");
    Path json = folder.resolve("plan.json");
    Ran ran = Ran.facsimile("anonymize", "plan", trace, "--suggest", suggested, "--json", json);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    tellsNoValue(ran.out());
    tellsNoValue(Files.readString(json));
    assertTrue(ran.out().contains("unit        tenant (4); k = 11"), ran.out());
    assertTrue(
        ran.out().matches("(?s).*model +category +100.0 % +1 +1 +suppress-rare.*"), ran.out());
    assertTrue(ran.out().contains("12 requests: 12 messages (user 12)"), ran.out());
    assertTrue(ran.out().matches("(?s).*EMAIL\\w* +messages\\[\\*\\].content .*"), ran.out());
    Ran dryRun = Ran.facsimile("anonymize", "dry-run", trace, "--policy", suggested);
    assertEquals(
        Exit.BOUND_MISSED, dryRun.code(), "3 rows a team are too few to link: " + dryRun.err());
  }

  @Test
  void theDryRunShowsRiskAndShapesAndWritesNothing() throws IOException {
    Ran ran = Ran.facsimile("anonymize", "dry-run", trace, "--policy", demoPolicy());
    assertEquals(Exit.DONE, ran.code(), ran.err());
    tellsNoValue(ran.out());
    assertTrue(ran.out().contains("risk        for each tenant of 4"), ran.out());
    assertTrue(ran.out().contains("a release under this policy would be written"), ran.out());
    assertTrue(ran.out().contains("1 messages, "), ran.out());
    assertTrue(
        // The first line begins with the trace's path, whatever its length.
        ran.out().lines().skip(1).allMatch(line -> line.length() <= 125),
        "a line is wider than a page:\n" + ran.out());
    try (var files = Files.list(folder)) {
      long written = files.filter(file -> !file.toString().contains(".audit.")).count();
      assertEquals(2, written, "the trace and the policy, and the audit log of the trace");
    }
  }

  @Test
  void theDryRunsJsonHoldsTheReport() throws IOException {
    Path json = folder.resolve("dry.json");
    Ran ran =
        Ran.facsimile("anonymize", "dry-run", trace, "--policy", demoPolicy(), "--json", json);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    String text = Files.readString(json);
    tellsNoValue(text);
    assertTrue(text.contains("\"prosecutor\""), text);
    assertTrue(text.contains("\"cross_release\""), text);
  }

  @Test
  void aRiskOverTheBoundIsExit4WithTheFailingLineAndNoFile() throws IOException {
    Path policy =
        Files.writeString(
            folder.resolve("strict.yaml"),
            Files.readString(demoPolicy()) + "\nrisk: {max_unique_lengths: 0.1}\n");
    Path output = folder.resolve("ok.trace.parquet");
    Ran ran = Ran.facsimile("anonymize", trace, "--policy", policy, "-o", output);
    assertEquals(Exit.BOUND_MISSED, ran.code(), ran.err());
    assertTrue(
        ran.err()
            .contains(
                "max_unique_lengths: the share of requests with a unique (input, output) length"
                    + " pair is 1.000, the policy allows 0.100"),
        ran.err());
    assertFalse(Files.exists(output));
    assertFalse(Files.exists(folder.resolve("ok.trace.parquet.manifest.json")));
    assertEquals(
        Exit.BOUND_MISSED, Ran.facsimile("anonymize", "dry-run", trace, "--policy", policy).code());
  }

  @Test
  void withoutAPolicyTheCommandSaysWhatItExpects() {
    Ran ran = Ran.facsimile("anonymize", trace);
    assertEquals(Exit.USAGE, ran.code());
    assertTrue(ran.err().contains("--policy"), ran.err());
  }
}
