package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadFile;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of the README, one after another, on real traces. */
class PipelineTest {
  private static final int SENT = 400;

  /** Quick enough for a test: what is measured is the pipeline, not this server. */
  private static final ServerModel SERVER =
      new ServerModel(
          64, OptionalInt.empty(), Duration.ofMillis(5), 1_000_000, Duration.ofMillis(1), 1);

  @TempDir private Path folder;

  private Path file(String name) {
    return folder.resolve(name);
  }

  private static void done(Ran ran) {
    assertEquals(Exit.DONE, ran.code(), ran.err());
  }

  /** The tests share busy cores: a client that could not keep up must say so, and that is right. */
  private static void doneOrClientBound(Ran ran) {
    if (ran.code() == Exit.BOUND_MISSED) {
      assertTrue((ran.out() + ran.err()).contains("CLIENT-BOUND"), ran.out() + ran.err());
    } else {
      done(ran);
    }
  }

  private void approve(String log) {
    done(facsimile("ingest", SharedData.require(log), "-o", file("raw.trace.parquet")));
    Path policy = SharedData.root().resolve("samples/policies/demo.yaml");
    done(
        facsimile(
            "anonymize",
            file("raw.trace.parquet"),
            "--policy",
            policy,
            "-o",
            file("x.trace.parquet")));
  }

  private String generate(String name, int seed, int threads) throws IOException {
    done(
        facsimile(
            "synth",
            "generate",
            file("x.model.json"),
            "--seed",
            seed,
            "--threads",
            threads,
            "-o",
            file(name)));
    return WorkloadFile.open(file(name)).digest();
  }

  @ParameterizedTest
  @CsvSource({SharedData.AZURE_CONV + ", 40", SharedData.MOONCAKE + ", 40"})
  void theWholePipelineRunsOnARealTrace(String log, int speed) throws IOException {
    approve(log);
    done(facsimile("synth", "fit", file("x.trace.parquet"), "-o", file("x.model.json")));

    String digest = generate("w.jsonl.zst", 42, 1);
    assertEquals(digest, generate("again.jsonl", 42, 2));
    assertNotEquals(digest, generate("other.jsonl.gz", 43, 2));

    replay(file("w.jsonl.zst"), file("run"), speed);
    assertAddsUp(file("run"));
    replay(file("x.trace.parquet"), file("run-of-trace"), speed);
    assertAddsUp(file("run-of-trace"));

    judge(file("w.jsonl.zst"));
    doneOrClientBound(
        facsimile(
            "analyze", "run", file("run"), "--html", file("run.html"), "--json", file("run.json")));
    assertTrue(Files.readString(file("run.html")).contains("<svg"));
    for (String format : new String[] {"aiperf", "vllm-timed-trace", "sglang", "azure-csv"}) {
      for (String from : new String[] {"w.jsonl.zst", "x.trace.parquet"}) {
        done(facsimile("synth", "export", file(from), "--to", format, "-o", file("out." + format)));
        assertTrue(Files.size(file("out." + format)) > 0);
      }
    }
    for (String name : new String[] {"x.trace.parquet", "x.model.json", "w.jsonl.zst", "run"}) {
      done(facsimile("inspect", file(name), "--rows", 1));
    }
  }

  private void replay(Path workload, Path run, int speed) throws IOException {
    try (SimulatedServer server = new SimulatedServer(SERVER)) {
      server.start(0);
      Ran ran =
          facsimile(
              "replay",
              "run",
              workload,
              "--url",
              server.url(),
              "--model",
              "sim",
              "--speed",
              speed,
              "--requests",
              SENT,
              "--no-warm-up",
              "-o",
              run);
      doneOrClientBound(ran);
    }
  }

  private static void assertAddsUp(Path folder) throws IOException {
    RunFolder run = RunFolder.open(folder);
    Accounting accounting = new Accounting();
    Set<String> ids = new HashSet<>();
    try (Rows<Outcome> outcomes = run.outcomes()) {
      for (Optional<Outcome> o = outcomes.next(); o.isPresent(); o = outcomes.next()) {
        accounting.add(o.get());
        assertTrue(ids.add(o.get().planned().request().id()), "a request ended twice");
      }
    }
    RunManifest.Counts counts = run.manifest().counts();
    assertEquals(counts, accounting.counts());
    assertEquals(SENT, counts.offered());
    assertEquals(counts.offered(), counts.neverSent() + counts.dispatched());
    assertEquals(
        counts.dispatched(),
        counts.completed()
            + counts.rejected()
            + counts.timedOut()
            + counts.cancelled()
            + counts.failed());
  }

  private void judge(Path other) throws IOException {
    done(
        facsimile(
            "analyze",
            "fidelity",
            file("x.trace.parquet"),
            other,
            "--json",
            file("fidelity.json"),
            "--html",
            file("fidelity.html")));
    JsonNode report = Json.tree(Files.readString(file("fidelity.json")));
    int judged = 0;
    for (JsonNode axis : report.path("axes")) {
      judged += axis.path("status").asText().equals("judged") ? 1 : 0;
    }
    assertTrue(judged >= 3, "judged " + judged + " axes, expected marginals, joint and burst");
    assertTrue(Files.readString(file("fidelity.html")).contains("<svg"));
  }

  @Test
  void theDemoEndsWithTwoReports() throws IOException {
    Path samples = SharedData.root().resolve("samples");
    Ran ran =
        facsimile(
            "demo",
            "-o",
            file("demo"),
            "--samples",
            samples,
            "--minutes",
            2,
            "--speed",
            120,
            "--seed",
            42,
            "--no-warm-up");
    doneOrClientBound(ran);
    assertTrue(ran.out().contains("FIDELITY REPORT"), ran.out());
    assertTrue(Files.readString(file("demo/fidelity.html")).contains("<svg"));
    assertTrue(Files.readString(file("demo/run.html")).contains("<svg"));
    assertNoSecretSurvives();
  }

  /** The log's made-up secrets are in the raw trace's prompts and nowhere behind anonymize. */
  private void assertNoSecretSurvives() throws IOException {
    assertTrue(Files.readString(file("demo/gateway.jsonl")).contains("@example.com"));
    for (String name :
        new String[] {"approved.trace.parquet", "model.json", "workload.jsonl.zst"}) {
      Path path = file("demo").resolve(name);
      Ran shown = facsimile("inspect", path, "--rows", 2000);
      for (String secret : new String[] {"team-", "@example", "sk-proj", "AKIA", "sess-", "ft:"}) {
        assertTrue(!shown.out().contains(secret), name + " still holds " + secret);
      }
    }
  }
}
