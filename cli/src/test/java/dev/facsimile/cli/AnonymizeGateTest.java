package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.approval.AuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What stops a release, what is written down of it, and the policies that ship as samples. */
@Timeout(240)
class AnonymizeGateTest {
  private static final String REDACTED =
      """
      policy: {id: %s, version: 1, profile: redacted-text}
      unit: {column: tenant}
      k: 3
      detect: {packs: [%s], languages: [en]}
      approval: none
      gates: {canaries: {per_type: 3, survivors: 0}}
      schema:
        default: drop
        columns:
          request_id: {class: identifier}
          tenant: {class: identifier}
          arrival_ns: {class: time}
          input_tokens: {class: quasi}
          output_tokens: {class: quasi}
          content: {class: text}
      """;

  @TempDir private Path folder;

  private Path raw;
  private Path tokenizer;

  @BeforeEach
  void ingestLogWithText() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      log.append(
          String.format(
              Locale.ROOT,
              "{\"id\":\"chatcmpl-77ab77cd%d\",\"trace_id\":\"s1\",\"model_group\":\"g\",\"call_type\":\"acompletion\",\"status\":\"success\","
                  + "\"model\":\"gpt-4o\",\"startTime\":%d.5,\"endTime\":%d.9,\"prompt_tokens\":%d,"
                  + "\"completion_tokens\":7,\"metadata\":{\"user_api_key_team_id\":\"team-of-%d\"},\"messages\":[{\"role\":\"user\",\"content\":\"Please"
                  + " count the words of page %d for me\"}]}%n",
              i,
              1_757_563_200L + i,
              1_757_563_200L + i,
              50 + i,
              i % 4,
              i));
    }
    Path file = Files.writeString(folder.resolve("gateway.jsonl"), log);
    tokenizer = SharedData.root().resolve("samples/tokenizer/tokenizer.json");
    raw = folder.resolve("raw.trace.parquet");
    Ran ingested = facsimile("ingest", file, "-o", raw, "--tokenizer", tokenizer);
    assertEquals(Exit.DONE, ingested.code(), ingested.err());
  }

  private Path policy(String id, String packs) throws IOException {
    return Files.writeString(
        folder.resolve(id + ".yaml"), String.format(Locale.ROOT, REDACTED, id, packs));
  }

  private Ran release(Path policy, Path to) {
    return facsimile("anonymize", raw, "--policy", policy, "--tokenizer", tokenizer, "-o", to);
  }

  /** The canaries of redacted text are e-mail addresses, which the pack of secrets leaves alone. */
  @Test
  void aCanaryThatSurvivesEndsTheReleaseWithFourAndLeavesADraft() throws IOException {
    Path blind = policy("blind", "secrets");
    Path released = folder.resolve("blind.trace.parquet");
    Ran ran = release(blind, released);
    assertEquals(Exit.BOUND_MISSED, ran.code(), ran.out() + ran.err());
    assertTrue(ran.out().matches("(?s).*canaries +[1-9][0-9,]* of [0-9,]+ survive.*"), ran.out());
    assertTrue(ran.out().contains("NOT PASSED"), ran.out());
    Ran fitted = facsimile("synth", "fit", released, "-o", folder.resolve("m.json"));
    assertEquals(Exit.INPUT_REFUSED, fitted.code(), fitted.err());
    assertTrue(fitted.err().contains("its verification did not pass"), fitted.err());

    Path seeing = policy("seeing", "secrets, pii-core");
    Ran good = release(seeing, folder.resolve("seeing.trace.parquet"));
    assertEquals(Exit.DONE, good.code(), good.out() + good.err());
    Ran verified =
        facsimile(
            "anonymize",
            "verify",
            folder.resolve("seeing.trace.parquet"),
            "--raw",
            raw,
            "--policy",
            blind,
            "--tokenizer",
            tokenizer);
    assertEquals(Exit.BOUND_MISSED, verified.code(), verified.out() + verified.err());
  }

  @Test
  void planDryRunAndApplyAreInTheRawTracesLog() throws IOException {
    Path policy = policy("seeing", "secrets, pii-core");
    assertEquals(Exit.DONE, facsimile("anonymize", "plan", raw).code());
    assertEquals(Exit.DONE, facsimile("anonymize", "plan", raw, "--policy", policy).code());
    Ran dry = facsimile("anonymize", "dry-run", raw, "--policy", policy, "--tokenizer", tokenizer);
    assertEquals(Exit.DONE, dry.code(), dry.err());
    assertEquals(Exit.DONE, release(policy, folder.resolve("x.trace.parquet")).code());
    AuditLog log = AuditLog.beside(raw);
    List<String> lines = Files.readAllLines(log.path());
    assertEquals(4, lines.size(), lines.toString());
    assertTrue(lines.get(0).contains("\"plan\"") && lines.get(0).contains("without a policy"));
    assertTrue(lines.get(1).contains("policy seeing version 1"), lines.get(1));
    assertTrue(lines.get(2).contains("\"dry-run\"") && lines.get(2).contains("every bound kept"));
    assertTrue(lines.get(3).contains("\"apply\"") && lines.get(3).contains("policy seeing"));
    assertTrue(log.brokenAt().isEmpty() && !log.isCut());
    assertTrue(lines.stream().noneMatch(line -> line.contains("team-of")), lines.toString());
  }

  /**
   * Twelve requests of four tenants are few: a policy may refuse them, and then says which bound.
   */
  @Test
  void everySamplePolicyReleasesALogWithTextOrNamesTheBoundThatItMisses() throws IOException {
    int released = 0;
    for (String name : List.of("colleague", "demo", "public", "vendor")) {
      Path policy = SharedData.root().resolve("samples/policies/" + name + ".yaml");
      Path to = folder.resolve(name + ".trace.parquet");
      Ran ran = release(policy, to);
      if (ran.code() == Exit.DONE) {
        released++;
        assertTrue(ran.out().contains("0 of"), name + ": " + ran.out());
      } else {
        assertEquals(Exit.BOUND_MISSED, ran.code(), name + ": " + ran.out() + ran.err());
        assertTrue(ran.err().contains("the policy allows"), name + ": " + ran.out() + ran.err());
        assertTrue(ran.err().contains("was not written"), name + ": " + ran.err());
        assertTrue(Files.notExists(to), name);
      }
    }
    assertTrue(released >= 2, released + " of the samples released it");
  }
}
