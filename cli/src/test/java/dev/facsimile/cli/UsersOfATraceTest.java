package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.file.ArrowExport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who asked: a unit that a release protects, and no part of anything made of a trace. */
@Timeout(240)
class UsersOfATraceTest {
  private static final String POLICY =
      """
      policy: {id: people, version: 1, profile: no-text}
      unit: {column: %s}
      k: 3
      approval: none
      risk: {max_top1_share: 0.5}
      gates: {canaries: {per_type: 3, survivors: 0}}
      schema:
        default: drop
        columns:
          request_id: {class: identifier}
          session_id: {class: identifier}
          tenant: {class: identifier}
          user_id: {class: %s}
          arrival_ns: {class: time}
          input_tokens: {class: quasi}
          output_tokens: {class: quasi}
          model: {class: category}
      """;

  @TempDir private Path folder;
  private Path raw;

  /** Four teams of equal shares; three in four requests are Maria's, and two nobody's. */
  @BeforeEach
  void ingestALogThatNamesUsers() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      String user =
          i < 30 ? "\"maria.silva@corp.example\"" : i < 38 ? "\"person-" + i + "\"" : "null";
      log.append(
          String.format(
              Locale.ROOT,
              "{\"id\":\"chatcmpl-%d\",\"trace_id\":\"s%d\",\"model_group\":\"g\",\"call_type\":\"x\","
                  + "\"status\":\"success\",\"model\":\"gpt-4o\",\"startTime\":%d.5,\"endTime\":%d.9,"
                  + "\"prompt_tokens\":%d,\"completion_tokens\":7,\"end_user\":%s,\"metadata\":"
                  + "{\"user_api_key_team_id\":\"team-%d\"}}%n",
              i,
              i / 2,
              1_757_563_200L + i,
              1_757_563_200L + i,
              50 + i,
              user,
              i % 4));
    }
    Path file = Files.writeString(folder.resolve("gateway.jsonl"), log);
    raw = folder.resolve("raw.trace.parquet");
    Ran ingested = facsimile("ingest", file, "-o", raw);
    assertEquals(Exit.DONE, ingested.code(), ingested.err());
  }

  private Ran release(String unit, String users, String to) throws IOException {
    Path policy =
        Files.writeString(
            folder.resolve(to + ".yaml"), String.format(Locale.ROOT, POLICY, unit, users));
    return facsimile(
        "anonymize", raw, "--policy", policy, "-o", folder.resolve(to + ".trace.parquet"));
  }

  @Test
  void aBoundThatIsKeptByTenantMayBeMissedByUser() throws IOException {
    Ran byTenant = release("tenant", "drop", "tenants");
    assertEquals(Exit.DONE, byTenant.code(), byTenant.out() + byTenant.err());
    assertTrue(byTenant.out().contains("unit tenant (4)"), byTenant.out());
    assertTrue(byTenant.out().contains("user_id 38 values"), byTenant.out());

    Ran byUser = release("user", "drop", "users");
    assertEquals(Exit.BOUND_MISSED, byUser.code(), byUser.out() + byUser.err());
    assertTrue(byUser.err().contains("max_top1_share"), byUser.err());
    assertTrue(byUser.err().contains("is 0.750, the policy allows 0.500"), byUser.err());
    assertTrue(Files.notExists(folder.resolve("users.trace.parquet")));
  }

  @Test
  void aReleaseByUserSaysHowManyRequestsAreNobodys() throws IOException {
    Path policy =
        Files.writeString(
            folder.resolve("p.yaml"),
            String.format(Locale.ROOT, POLICY, "user", "identifier").replace("0.5}", "0.8}"));
    Ran ran =
        facsimile("anonymize", raw, "--policy", policy, "-o", folder.resolve("r.trace.parquet"));
    assertEquals(Exit.DONE, ran.code(), ran.out() + ran.err());
    assertTrue(ran.out().contains("unit user (10)"), ran.out());
    assertTrue(ran.out().contains("2 requests have no user and count as one together"), ran.out());
    assertTrue(ran.out().contains("users 9 ids"), ran.out());
    Ran shown = facsimile("inspect", folder.resolve("r.trace.parquet"));
    assertTrue(shown.out().contains("\"user_id\":\"user-"), shown.out());
  }

  /** Also of a raw trace: what comes after it has no place for a user. */
  @Test
  void nothingMadeOfATraceSaysWhoAsked() throws IOException {
    Path made = Files.createDirectory(folder.resolve("made"));
    Path model = made.resolve("m.model.json");
    Path workload = made.resolve("w.jsonl");
    List<Ran> runs =
        List.of(
            facsimile("synth", "fit", raw, "-o", model, "--allow-unapproved"),
            facsimile(
                "synth", "generate", model, "--seed", 1, "-o", workload, "--allow-unapproved"),
            facsimile(
                "synth",
                "generate",
                model,
                "--seed",
                1,
                "-o",
                made.resolve("w.parquet"),
                "--allow-unapproved"),
            facsimile("analyze", "trace", raw, "--json", made.resolve("t.json")),
            facsimile(
                "analyze",
                "fidelity",
                raw,
                workload,
                "--json",
                made.resolve("f.json"),
                "--allow-unapproved"));
    for (Ran ran : runs) {
      assertTrue(ran.code() == Exit.DONE || ran.code() == Exit.BOUND_MISSED, ran.err());
      assertFalse((ran.out() + ran.err()).contains("maria"), ran.out());
    }
    ArrowExport.write(made.resolve("w.parquet"), made.resolve("w.arrow"));
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.toList()) {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertFalse(bytes.contains("maria") || bytes.contains("user_id"), file.toString());
      }
    }
  }
}
