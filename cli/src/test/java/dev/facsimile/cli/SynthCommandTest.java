package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.file.WorkloadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SynthCommandTest {
  private static final String NOTHING_IN_COMMON = "nothing in common was seen beyond chance";

  @TempDir private Path folder;
  private Path raw;
  private Path model;

  @BeforeEach
  void ingestThreeHundredRequestsOfFiveMinutes() throws IOException {
    StringBuilder log = new StringBuilder("TIMESTAMP,ContextTokens,GeneratedTokens\n");
    for (int i = 0; i < 300; i++) {
      log.append(
          "2023-11-16 18:%02d:%02d.%07d,%d,%d%n"
              .formatted(i / 60, i % 60, i * 7919 % 10_000_000, 100 + i * i % 997, 1 + i % 50));
    }
    Path csv = folder.resolve("log.csv");
    Files.writeString(csv, log);
    raw = folder.resolve("x.trace.parquet");
    model = folder.resolve("x.model.json");
    assertEquals(Exit.DONE, Ran.facsimile("ingest", csv, "-o", raw).code());
  }

  @Test
  void aTraceWithoutApprovalIsRefusedAndOneLetThroughMarksWhatIsMadeOfIt() throws IOException {
    Ran refused = Ran.facsimile("synth", "fit", raw, "-o", model);
    assertEquals(Exit.INPUT_REFUSED, refused.code());
    assertTrue(refused.err().contains("anonymize it first"), refused.err());
    assertFalse(Files.exists(model));

    Ran fitted = Ran.facsimile("synth", "fit", raw, "-o", model, "--allow-unapproved");
    assertEquals(Exit.DONE, fitted.code(), fitted.err());
    Path workload = folder.resolve("w.jsonl.zst");
    Ran tainted = Ran.facsimile("synth", "generate", model, "--seed", 1, "-o", workload);
    assertEquals(Exit.INPUT_REFUSED, tainted.code());
    Ran generated =
        Ran.facsimile(
            "synth", "generate", model, "--seed", 1, "-o", workload, "--allow-unapproved");
    assertEquals(Exit.DONE, generated.code(), generated.err());
    assertTrue(WorkloadFile.open(workload).header().provenance().tainted());
  }

  @Test
  void anApprovedTraceGoesThroughToEveryExportFormat() throws IOException {
    Path approved = folder.resolve("approved.trace.parquet");
    Path policy = SharedData.root().resolve("samples/policies/demo.yaml");
    Ran anonymized = Ran.facsimile("anonymize", raw, "--policy", policy, "-o", approved);
    assertEquals(Exit.DONE, anonymized.code(), anonymized.err());
    assertEquals(Exit.DONE, Ran.facsimile("synth", "fit", approved, "-o", model).code());
    Path workload = folder.resolve("w.jsonl");
    Ran generated =
        Ran.facsimile("synth", "generate", model, "--seed", 7, "--duration", "10m", "-o", workload);
    assertEquals(Exit.DONE, generated.code(), generated.err());
    List<String> rows = Files.readAllLines(workload);
    assertTrue(rows.get(0).contains("declared_changes\":[\"The duration is 600000000000 ns"));
    for (String format : List.of("aiperf", "vllm-timed-trace", "sglang", "azure-csv")) {
      for (Path input : List.of(workload, approved)) {
        Path out = folder.resolve("out." + format);
        Ran exported = Ran.facsimile("synth", "export", input, "--to", format, "-o", out);
        assertEquals(Exit.DONE, exported.code(), exported.err());
        assertTrue(Files.size(out) > 0);
      }
    }
  }

  @Test
  void theBytesDependOnTheSeedAndNotOnTheThreads() throws IOException {
    Ran.facsimile("synth", "fit", raw, "-o", model, "--allow-unapproved");
    assertArrayEquals(generate(1, 1), generate(1, 2));
    assertFalse(Arrays.equals(generate(1, 1), generate(2, 1)));
  }

  private byte[] generate(int seed, int threads) throws IOException {
    Path file = folder.resolve("w.jsonl.zst");
    Ran ran =
        Ran.facsimile(
            "synth",
            "generate",
            model,
            "--seed",
            seed,
            "--threads",
            threads,
            "-o",
            file,
            "--allow-unapproved");
    assertEquals(Exit.DONE, ran.code(), ran.err());
    return Files.readAllBytes(file);
  }

  @Test
  void aModelIsExplainedAndDoesNotDifferFromItself() {
    Ran.facsimile("synth", "fit", raw, "-o", model, "--allow-unapproved");
    Ran explained = Ran.facsimile("synth", "inspect", model);
    assertEquals(Exit.DONE, explained.code(), explained.err());
    assertTrue(explained.out().contains("class unclassified: 300 requests, 100.0 %"));
    assertTrue(explained.out().contains("not modelled"));
    Ran difference = Ran.facsimile("synth", "diff", model, model);
    assertEquals(Exit.DONE, difference.code(), difference.err());
    assertTrue(difference.out().contains("KS of input tokens   0.0000"), difference.out());
  }

  @Test
  void thatNothingIsInCommonIsSaidOnlyWhereAFitLooked() throws IOException {
    Path trace = inTwoClasses();
    Ran fitted = Ran.facsimile("synth", "fit", trace, "-o", model, "--allow-unapproved");
    assertEquals(Exit.DONE, fitted.code(), fitted.err());
    assertTrue(fitted.out().contains(NOTHING_IN_COMMON), fitted.out());
    assertTrue(inspected(model).contains(NOTHING_IN_COMMON));

    Path older = folder.resolve("older.model.json");
    String text = Files.readString(model);
    Files.writeString(older, text.replaceFirst("(\"format_version\" ?: ?)4", "$13"));
    String ofVersion3 = inspected(older);
    assertTrue(ofVersion3.contains("format version 3"), ofVersion3);
    assertFalse(ofVersion3.contains(NOTHING_IN_COMMON), ofVersion3);

    Path noisy = folder.resolve("noisy.model.json");
    Ran ofCounts =
        Ran.facsimile("synth", "fit", trace, "-o", noisy, "--allow-unapproved", "--epsilon", "100");
    assertEquals(Exit.DONE, ofCounts.code(), ofCounts.err());
    assertFalse(ofCounts.out().contains("in common"), ofCounts.out());
    String ofNoisy = inspected(noisy);
    assertTrue(ofNoisy.contains("class b"), ofNoisy);
    assertFalse(ofNoisy.contains(NOTHING_IN_COMMON), ofNoisy);

    String ofScenario = inspected(SharedData.root().resolve("samples/scenarios/mix.yaml"));
    assertTrue(ofScenario.contains("class long-document"), ofScenario);
    assertFalse(ofScenario.contains(NOTHING_IN_COMMON), ofScenario);
  }

  private static String inspected(Path of) {
    Ran explained = Ran.facsimile("synth", "inspect", of);
    assertEquals(Exit.DONE, explained.code(), explained.err());
    return explained.out();
  }

  private Path inTwoClasses() throws IOException {
    Path trace = folder.resolve("classes.trace.parquet");
    TraceFile one = TraceFile.open(raw);
    try (TraceWriter writer = TraceWriter.create(trace);
        Rows<TraceRow> rows = one.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        Request request = row.get().request().inClass(writer.rows() % 2 == 0 ? "a" : "b");
        writer.write(new TraceRow(request, row.get().observed(), Optional.empty()));
      }
      writer.finish(one.header());
    }
    return trace;
  }

  @Test
  void mistakesAreToldInOneSentence() {
    assertEquals(
        Exit.USAGE,
        Ran.facsimile("synth", "export", raw, "--to", "aiprf", "-o", folder.resolve("o")).code());
    Ran wrong = Ran.facsimile("synth", "inspect", raw);
    assertEquals(Exit.INPUT_REFUSED, wrong.code(), wrong.err());
    assertEquals(1, wrong.err().lines().count(), wrong.err());
  }
}
