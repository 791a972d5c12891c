package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ReplayCommandTest {
  @TempDir private Path folder;

  private Path workload(int requests, long everyNanos) throws IOException {
    Path file = folder.resolve("w.jsonl");
    WorkloadHeader header = Headers.synthetic(1, requests * everyNanos, Optional.empty());
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (int i = 0; i < requests; i++) {
        writer.write(new WorkloadRow(Request.of("r" + i, i * everyNanos, 20, 4), Intent.PLAIN));
      }
      writer.finish();
    }
    return file;
  }

  @Test
  void aReplayEndsWithItsVerdictAndItsCounts() throws IOException {
    ServerModel model =
        new ServerModel(4, OptionalInt.empty(), Duration.ofMillis(2), 1e6, Duration.ofMillis(1), 1);
    try (SimulatedServer server = new SimulatedServer(model)) {
      server.start(0);
      Path run = folder.resolve("run");
      Ran ran =
          facsimile(
              "replay",
              "run",
              workload(20, 5_000_000),
              "--url",
              server.url(),
              "--model",
              "m",
              "-o",
              run,
              "--no-warm-up");
      RunManifest manifest = RunFolder.open(run).manifest();
      RunManifest.Verdict verdict = manifest.client().verdict();
      // A busy machine may make the client slow; then it must say so and exit accordingly.
      assertEquals(
          verdict == RunManifest.Verdict.CLIENT_BOUND ? Exit.BOUND_MISSED : Exit.DONE,
          ran.code(),
          ran.err());
      assertTrue(ran.out().startsWith(verdict.word() + "\n"), ran.out());
      assertTrue(ran.out().contains("offered 20 = dispatched 20 + never sent 0"), ran.out());
      assertTrue(ran.out().contains("TTFT from dispatch  p50"), ran.out());
      assertTrue(ran.out().contains("TTFT from schedule  p50"), ran.out());
    }
  }

  @Test
  void aDryRunSaysWhatWouldBeSentAndSendsNothing() throws IOException {
    Ran ran = facsimile("replay", "run", workload(21, 100_000_000), "--speed", "2", "--dry-run");
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertTrue(
        ran.out()
            .startsWith(
                """
                requests       21
                input tokens   420
                output tokens  84
                last request   at 1.0 s
                mean rate      21.00/s
                peak rate      20 in one second
                rate curve\
                """),
        ran.out());
    assertTrue(ran.out().contains("slice          all: 21 requests, too few for"), ran.out());
    assertTrue(ran.out().contains("open files "), ran.out());
  }

  @Test
  void aDryRunOfNothingIsRefusedAsTheRunWouldBe() throws IOException {
    Ran ran = facsimile("replay", "run", workload(0, 1), "--dry-run");
    assertEquals(Exit.INPUT_REFUSED, ran.code());
    assertTrue(ran.err().contains("holds no request to replay"), ran.err());
  }

  @Test
  void aUrlThatIsNoneIsAMistakeInTheUsage() throws IOException {
    Path w = workload(1, 0);
    String run = folder.resolve("run").toString();
    assertUsage(
        "--url 'ftp://h' is not supported",
        "replay",
        "run",
        w,
        "--url",
        "ftp://h",
        "--model",
        "m",
        "-o",
        run);
    assertUsage(
        "--endpoint 'grpc' is not known",
        "replay",
        "run",
        w,
        "--url",
        "http://h",
        "--model",
        "m",
        "--endpoint",
        "grpc",
        "-o",
        run);
    assertUsage("--rate: 'fast' is no rate", "replay", "run", w, "--rate", "fast", "--dry-run");
    assertUsage("--stage 'a:b', expected NAME:TIME:RATE", "replay", "run", w, "--stage", "a:b");
    assertUsage("--abort-on 'x'", "replay", "run", w, "--abort-on", "x", "--dry-run");
    assertUsage("--shard is '3/2'", "replay", "run", w, "--shard", "3/2", "--dry-run");
    assertUsage(
        "--abort-on cost needs --price", "replay", "run", w, "--abort-on", "cost=1", "--dry-run");
  }

  @Test
  void aDryRunOfStagesShowsWhatTheyOffer() throws IOException {
    Ran ran =
        facsimile(
            "replay",
            "run",
            workload(100, 0),
            "--stage",
            "low:10s:1/s",
            "--stage",
            "spike:1s:50/s",
            "--arrivals",
            "constant",
            "--price",
            "1000,1000",
            "--dry-run");
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertTrue(ran.out().startsWith("requests       60\n"), ran.out());
    assertTrue(ran.out().contains("peak rate      50 in one second"), ran.out());
    // 60 requests of 20 + 4 tokens, at a thousandth for each token.
    assertTrue(ran.out().contains("cost           1.44"), ran.out());
  }

  @Test
  void withoutAWarmUpNoneIsAnnounced() throws IOException {
    ServerModel model =
        new ServerModel(4, OptionalInt.empty(), Duration.ofMillis(2), 1e6, Duration.ofMillis(1), 1);
    try (SimulatedServer server = new SimulatedServer(model)) {
      server.start(0);
      Ran ran =
          facsimile(
              "replay",
              "run",
              workload(1, 0),
              "--url",
              server.url(),
              "--model",
              "m",
              "-o",
              folder.resolve("run"),
              "--no-warm-up");
      assertFalse(ran.err().contains("warming up"), ran.err());
      assertTrue(ran.err().contains("facsimile: streaming: the answer came in"), ran.err());
      Ran verified = facsimile("replay", "verify-load", folder.resolve("run"));
      assertEquals(Exit.INPUT_REFUSED, verified.code());
      assertTrue(verified.err().contains("1 arrivals tell nothing"), verified.err());
    }
  }

  @Test
  void optionsThatContradictEachOtherAreUsageErrors() throws IOException {
    Path w = workload(1, 0);
    assertUsage("--mode closed needs --clients N", "replay", "run", w, "--mode", "closed");
    assertUsage("--clients is for --mode closed", "replay", "run", w, "--clients", "2");
    assertUsage(
        "--speed is for --mode open",
        "replay",
        "run",
        w,
        "--mode",
        "closed",
        "--clients",
        "2",
        "--speed",
        "2");
    assertUsage("--url is missing", "replay", "run", w);
    assertUsage("--speed is 0.0", "replay", "run", w, "--speed", "0");
    assertUsage("slots is 0", "replay", "simulator", "--slots", "0");
    assertUsage("--tls-cert and --tls-key go together", "replay", "simulator", "--tls-key", w);
    assertWireUsage("--http is '3', expected 1.1, 2 or auto", "--http", "3");
    assertWireUsage("--streams is 0, expected 1 or more", "--streams", "0");
    assertWireUsage("--loops is 65, expected 1 to 64", "--loops", "65");
    assertWireUsage("--cert-file and --key-file go together", "--key-file", w);
  }

  private void assertWireUsage(String sentence, Object option, Object value) throws IOException {
    assertUsage(
        sentence,
        "replay",
        "run",
        workload(1, 0),
        "--url",
        "http://127.0.0.1:1",
        "--model",
        "m",
        option,
        value);
  }

  private static void assertUsage(String sentence, Object... arguments) {
    Ran ran = facsimile(arguments);
    assertEquals(Exit.USAGE, ran.code(), ran.err());
    assertTrue(ran.err().startsWith("facsimile: " + sentence), ran.err());
  }

  @Test
  void aServerThatIsNotThereIsOneSentence() throws IOException {
    int nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = socket.getLocalPort();
    }
    Path run = folder.resolve("run");
    String url = "http://127.0.0.1:" + nobody;
    Ran ran = facsimile("replay", "run", workload(1, 0), "--url", url, "--model", "m", "-o", run);
    assertEquals(Exit.FAILED, ran.code());
    assertTrue(ran.err().contains(url + ": cannot connect: Connection refused"), ran.err());
    assertFalse(Files.exists(run));
  }

  @Test
  void ctrlCWritesAPartialRun() throws IOException, InterruptedException {
    assumeFalse(ignoresInterrupts(), "started in the background of a shell, without interrupts");
    Path run = folder.resolve("run");
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Process replay =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin/java").toString(),
                  "--add-opens=java.base/java.nio=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  "dev.facsimile.cli.Main",
                  "replay",
                  "run",
                  workload(1000, 1_000_000_000L).toString(),
                  "--url",
                  "http://127.0.0.1:" + silent.getLocalPort(),
                  "--model",
                  "m",
                  "--no-warm-up",
                  "--no-probe",
                  "--drain",
                  "100ms",
                  "-o",
                  run.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log.txt").toFile())
              .start();
      awaitRequest(silent);
      new ProcessBuilder("kill", "-INT", Long.toString(replay.pid())).start().waitFor();
      assertTrue(replay.waitFor(60, TimeUnit.SECONDS));
      String log = Files.readString(folder.resolve("log.txt"));
      assertEquals(Exit.INTERRUPTED, replay.exitValue(), log);
      assertTrue(log.contains("(partial: interrupted)"), log);
    }
    RunManifest manifest = RunFolder.open(run).manifest();
    assertEquals(RunManifest.State.PARTIAL, manifest.state());
    assertTrue(manifest.counts().cancelled() >= 1);
    assertEquals(1000, manifest.workload().requests());
  }

  /** Whether this process, and those that it starts, were started to ignore SIGINT. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow();
    return (Long.parseUnsignedLong(ignored.substring(7).strip(), 16) & 1L << 1) != 0;
  }

  /** Takes connections until one brings a request, and never answers. */
  private static void awaitRequest(ServerSocket server) throws IOException {
    server.setSoTimeout(60_000);
    while (true) {
      Socket socket = server.accept();
      InputStream in = socket.getInputStream();
      byte[] start = in.readNBytes(4);
      if (new String(start, StandardCharsets.US_ASCII).equals("POST")) {
        return;
      }
      socket.close();
    }
  }
}
