package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.SchemaCheck;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A release with text from its draft to a replay, as two people who sign and a reader see it. */
@Timeout(240)
class ApprovalCommandsTest {
  private static final String POLICY =
      """
      policy: {id: two-people, version: 1, profile: surrogate-text}
      unit: {column: tenant}
      k: 3
      lengths: exact
      blocks: {partial_last: drop}
      approval: {required: [data-owner, privacy], separation_of_duties: true, purpose: required}
      gates: {canaries: {per_type: 2, survivors: 0}}
      schema:
        default: drop
        columns:
          request_id: {class: identifier}
          session_id: {class: identifier}
          tenant: {class: identifier}
          prefix_blocks: {class: identifier}
          arrival_ns: {class: time}
          input_tokens: {class: quasi}
          output_tokens: {class: quasi}
          model: {class: category}
          content: {class: text}
      """;

  @TempDir private Path folder;

  private Path trace;
  private Path trust;

  @BeforeEach
  void release() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      log.append(
          String.format(
              Locale.ROOT,
              "{\"id\":\"chatcmpl-77ab77cd%d\",\"trace_id\":\"s%d\",\"call_type\":\"acompletion\","
                  + "\"status\":\"success\",\"model\":\"gpt-4o\",\"model_group\":\"g\","
                  + "\"startTime\":%d.5,\"endTime\":%d.9,\"prompt_tokens\":%d,"
                  + "\"completion_tokens\":7,\"metadata\":{\"user_api_key_team_id\":\"team-of-%d\"},\"messages\":[{\"role\":\"user\",\"content\":\"I"
                  + " am Alice, number %d\"}]}%n",
              i,
              i / 2,
              1_757_563_200L + i,
              1_757_563_200L + i,
              50 + i,
              i % 4,
              i));
    }
    Path logFile = Files.writeString(folder.resolve("gateway.jsonl"), log);
    Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);
    Path tokenizer = SharedData.root().resolve("samples/tokenizer/tokenizer.json");
    Path raw = folder.resolve("x.trace.parquet");
    trace = folder.resolve("ok.trace.parquet");
    done(facsimile("ingest", logFile, "-o", raw, "--tokenizer", tokenizer));
    Ran released =
        done(
            facsimile("anonymize", raw, "--policy", policy, "--tokenizer", tokenizer, "-o", trace));
    assertTrue(
        released.out().contains("DRAFT until approved by data-owner, privacy"), released.out());
    trust =
        Files.writeString(
            folder.resolve("trust.yaml"),
            "approvers:\n"
                + key("dana", "Dana \"D\" Ortiz", "data-owner")
                + key("li", "Li Wei", "privacy"));
  }

  private String key(String file, String name, String role) {
    return done(facsimile(
            "anonymize",
            "keygen",
            "-o",
            folder.resolve(file + ".key"),
            "--name",
            name,
            "--role",
            role))
        .out()
        // Everybody here has one account, which is the operator's.
        .replaceAll("accounts: .*", "accounts: []");
  }

  private static Ran done(Ran ran) {
    assertEquals(Exit.DONE, ran.code(), ran.err());
    return ran;
  }

  private static void assertRefused(String reason, Ran ran) {
    assertEquals(Exit.INPUT_REFUSED, ran.code(), ran.err());
    assertTrue(ran.err().contains(reason), ran.err());
    assertEquals(1, ran.err().strip().lines().count(), "one sentence: " + ran.err());
  }

  /** Let in unapproved, as it says, and then refused. */
  private static void assertRefusedAfterAll(String reason, Ran ran) {
    assertEquals(Exit.INPUT_REFUSED, ran.code(), ran.err());
    assertTrue(ran.err().contains(reason), ran.err());
  }

  private Ran sign(String key, String role, String... terms) {
    List<Object> arguments =
        new java.util.ArrayList<>(
            List.of(
                "anonymize",
                "approve",
                trace,
                "--key",
                folder.resolve(key + ".key"),
                "--role",
                role,
                "--trust",
                trust));
    arguments.addAll(List.of(terms));
    return facsimile(arguments.toArray());
  }

  private void signBoth(String target) {
    done(sign("dana", "data-owner", "--purpose", "capacity", "--replay-target", target));
    done(sign("li", "privacy"));
  }

  private Ran fit() {
    return facsimile("synth", "fit", trace, "-o", folder.resolve("m.json"), "--trust", trust);
  }

  private Ran replay(String url, String run, Object... more) {
    return replayBy(Optional.of(trust), url, run, more);
  }

  private Ran replayBy(Optional<Path> trustFile, String url, String run, Object... more) {
    List<Object> arguments =
        new java.util.ArrayList<>(
            List.of(
                "replay",
                "run",
                trace,
                "--url",
                url,
                "--model",
                "m",
                "-o",
                folder.resolve(run),
                "--no-warm-up",
                "--speed",
                "100"));
    trustFile.ifPresent(file -> arguments.addAll(List.of("--trust", file)));
    arguments.addAll(List.of(more));
    return facsimile(arguments.toArray());
  }

  @Test
  void aDraftIsRefusedUntilBothHaveSignedAndRefusedAgainOnceItIsRevoked() throws IOException {
    assertRefused("is a DRAFT: 0 of 2 approvals, missing data-owner, privacy", fit());
    assertRefused("needs a purpose", sign("dana", "data-owner"));
    Ran first = done(sign("dana", "data-owner", "--purpose", "capacity"));
    assertTrue(first.out().contains("missing privacy"), first.out());
    assertRefused("is approved by Dana \"D\" Ortiz already", twice());
    Ran second = done(sign("li", "privacy"));
    assertTrue(second.out().contains("state       APPROVED"), second.out());
    assertEquals(
        List.of(),
        SchemaCheck.faults(
            Json.tree(
                Files.readString(
                    SharedData.root()
                        .resolve("docs/reference/schemas/approval-manifest.schema.json"))),
            Json.tree(Files.readString(folder.resolve("ok.trace.parquet.manifest.json")))));
    done(fit());
    Ran chain =
        done(
            facsimile(
                "anonymize",
                "verify",
                "--chain",
                folder.resolve("m.json"),
                trace,
                "--trust",
                trust));
    assertTrue(chain.out().contains("= " + trace), chain.out());
    done(
        facsimile(
            "anonymize",
            "revoke",
            trace,
            "--key",
            folder.resolve("li.key"),
            "--reason",
            "a tenant withdrew",
            "--trust",
            trust));
    assertRefused("was revoked by Li Wei at", fit());
  }

  /** Dana may sign in both roles by the trust file, and still only once. */
  private Ran twice() throws IOException {
    Files.writeString(
        trust, Files.readString(trust).replace("[\"data-owner\"]", "[data-owner, privacy]"));
    return sign("dana", "privacy");
  }

  @Test
  void verifyTellsASurvivorABrokenLogAndALogThatIsNotTheOneThatWasSigned() throws IOException {
    signBoth("localhost:1");
    Ran clean = done(facsimile("anonymize", "verify", trace, "--trust", trust));
    assertTrue(clean.out().contains("each goes on from the one before"), clean.out());
    assertFalse(clean.out().contains("NOT THE ONE"), clean.out());
    Path log = folder.resolve("ok.trace.parquet.audit.jsonl");
    List<String> lines = Files.readAllLines(log);
    Files.write(log, lines.subList(0, 2));
    assertMissed("NOT THE ONE that Li Wei signed as privacy", verified());
    Files.write(log, lines.subList(0, lines.size() - 1));
    assertMissed("lines are missing at its end", verified());
    Files.writeString(log, String.join("\n", lines).replaceFirst("passed", "not passed") + "\n");
    assertMissed("BROKEN at line 3", verified());
    Files.delete(log);
    assertMissed("is missing", verified());
    byte[] bytes = Files.readAllBytes(trace);
    bytes[10] ^= 1;
    Files.write(trace, bytes);
    assertRefused("was altered", facsimile("anonymize", "verify", trace, "--trust", trust));
    assertRefused("was altered", fit());
  }

  @Test
  void textGoesToTheHostThatTheApprovalNamesAndToNoOther() throws IOException {
    ServerModel model =
        new ServerModel(4, OptionalInt.empty(), Duration.ofMillis(2), 1e6, Duration.ofMillis(1), 1);
    AtomicInteger elsewhere = new AtomicInteger();
    try (SimulatedServer server = new SimulatedServer(model);
        ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ServerSocket redirecting = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      server.start(0);
      answer(other, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", elsewhere);
      answer(
          redirecting,
          "HTTP/1.1 307 Temporary Redirect\r\nLocation: "
              + url(other)
              + "/v1/chat/completions\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
          new AtomicInteger());
      done(
          sign(
              "dana",
              "data-owner",
              "--purpose",
              "capacity",
              "--replay-target",
              server.url(),
              "--replay-target",
              url(redirecting)));
      done(sign("li", "privacy"));

      assertRefused(
          "holds text (surrogate-text) that may not be sent to " + url(other),
          replay(url(other), "refused"));
      Ran dressed = replay(server.url().replace("http://", "http://x@"), "dressed");
      assertEquals(Exit.USAGE, dressed.code(), dressed.err());
      assertTrue(dressed.err().contains("holds a user name"), dressed.err());
      assertEquals(0, elsewhere.get(), "nothing was sent");
      assertFalse(Files.exists(folder.resolve("refused")));

      assertTrue(replay(server.url(), "run").code() != Exit.INPUT_REFUSED);
      assertFalse(RunFolder.open(folder.resolve("run")).manifest().provenance().tainted());

      replay(url(redirecting), "redirected");
      assertEquals(0, elsewhere.get(), "a redirect was followed");

      assertRefused("no trust file", replayBy(Optional.empty(), server.url(), "unapproved"));
      replayBy(Optional.empty(), server.url(), "unapproved", "--allow-unapproved");
      assertTrue(RunFolder.open(folder.resolve("unapproved")).manifest().provenance().tainted());
      assertRefusedAfterAll(
          "holds text that may not be sent to " + url(other) + ": its approval names",
          replayBy(Optional.empty(), url(other), "elsewhere", "--allow-unapproved"));

      Files.delete(folder.resolve("ok.trace.parquet.manifest.json"));
      assertRefused("has no manifest beside it", replay(server.url(), "without"));
      assertRefusedAfterAll(
          "its approval names no host", replay(server.url(), "without", "--allow-unapproved"));
      assertEquals(0, elsewhere.get(), "nothing was sent");
    }
  }

  private Ran verified() {
    return facsimile("anonymize", "verify", trace, "--trust", trust);
  }

  private static void assertMissed(String sentence, Ran ran) {
    assertEquals(Exit.BOUND_MISSED, ran.code(), ran.out() + ran.err());
    assertTrue(ran.err().contains(sentence), ran.err());
  }

  private static String url(ServerSocket socket) {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  /** Gives every connection the same answer, and counts them. */
  private static void answer(ServerSocket socket, String answer, AtomicInteger connections) {
    Thread thread =
        new Thread(
            () -> {
              while (!socket.isClosed()) {
                try (Socket connection = socket.accept()) {
                  connections.incrementAndGet();
                  connection.getInputStream().read(new byte[65536]);
                  connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException closed) {
                  // The test is over, or the client went away.
                  connections.addAndGet(0);
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
