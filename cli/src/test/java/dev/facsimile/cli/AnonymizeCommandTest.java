package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnonymizeCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String... args) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Four tenants of a LiteLLM gateway; only one has the fine-tuned model. */
  private void ingestGatewayLog() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      log.append(
          String.format(
              Locale.ROOT,
              "{\"id\":\"chatcmpl-%d\",\"trace_id\":\"s%d\",\"call_type\":\"acompletion\","
                  + "\"status\":\"success\",\"model\":\"%s\",\"model_group\":\"g\","
                  + "\"startTime\":%d.5,\"endTime\":%d.9,\"prompt_tokens\":%d,"
                  + "\"completion_tokens\":7,\"metadata\":{\"user_api_key_team_id\":\"team-of-%d\"},"
                  + "\"messages\":[{\"role\":\"user\",\"content\":\"I am Alice\"}]}%n",
              i,
              i / 2,
              i == 0 ? "ft:globex" : "gpt-4o",
              1_757_563_200L + i,
              1_757_563_200L + i,
              50 + i,
              i % 4));
    }
    Files.writeString(folder.resolve("gateway.jsonl"), log);
    assertEquals(
        Exit.DONE,
        run("ingest", path("gateway.jsonl"), "-o", path("x.trace.parquet")),
        err::toString);
  }

  private String demoPolicy() {
    return SharedData.root().resolve("samples/policies/demo.yaml").toString();
  }

  @Test
  void neitherWayToReleaseWritesOverThePolicyThatItReads() throws IOException {
    ingestGatewayLog();
    Path policy = Files.copy(Path.of(demoPolicy()), folder.resolve("own.yaml"));
    String own = policy.toString();
    assertEquals(
        Exit.INPUT_REFUSED, run("anonymize", path("x.trace.parquet"), "--policy", own, "-o", own));
    assertEquals(
        Exit.INPUT_REFUSED,
        run("anonymize", "apply", path("x.trace.parquet"), "--policy", own, "-o", own));
    assertEquals(-1, Files.mismatch(Path.of(demoPolicy()), policy));
  }

  @Test
  void aGatewayLogIsReleasedUnderTheDemosPolicyAndTheSummarySaysWhatWasDone() throws IOException {
    ingestGatewayLog();
    out.getBuffer().setLength(0);
    int code =
        run(
            "anonymize",
            path("x.trace.parquet"),
            "--policy",
            demoPolicy(),
            "-o",
            path("ok.trace.parquet"));
    assertEquals(Exit.DONE, code, err::toString);
    String summary = out.toString();
    assertTrue(
        summary.contains("12 rows under policy demo version 1 (no-text), unit tenant (4), k = 3"),
        summary);
    assertTrue(summary.contains("dropped     content 12 values"), summary);
    assertTrue(summary.contains("suppressed  model 1 (values of too few units"), summary);
    assertTrue(summary.contains("the largest tenant has 25.0 % of requests"), summary);
    assertTrue(summary.contains("self-approved: nobody but the operator"), summary);
    assertTrue(summary.contains(path("ok.trace.parquet.manifest.json")), summary);
    assertInstanceOf(
        Approval.Approved.class,
        Approval.of(TraceFile.open(folder.resolve("ok.trace.parquet")), Clock.systemDefaultZone()));
  }

  @Test
  void aWrongPolicyIsRefusedBeforeAnythingIsRead() throws IOException {
    Path policy = Files.writeString(folder.resolve("p.yaml"), "polcy: {}\n");
    int code =
        run(
            "anonymize",
            path("none"),
            "--policy",
            policy.toString(),
            "-o",
            path("ok.trace.parquet"));
    assertEquals(Exit.INPUT_REFUSED, code);
    assertTrue(err.toString().contains("polcy: unknown, did you mean policy?"), err.toString());
    assertTrue(err.toString().contains("unit: is missing"), err.toString());
    assertFalse(Files.exists(folder.resolve("ok.trace.parquet")));
  }
}
