package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.whatif.WhatIfs;
import dev.facsimile.trace.file.WorkloadFile;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code synth generate} with what-ifs, a number of requests, or a part of the time. */
final class SynthWhatIfTest {
  @TempDir private static Path folder;
  private static Path model;

  @BeforeAll
  static void fitThreeHundredRequestsOfFiveMinutes() throws IOException {
    StringBuilder log = new StringBuilder("TIMESTAMP,ContextTokens,GeneratedTokens\n");
    for (int i = 0; i < 300; i++) {
      log.append(
          "2023-11-16 18:%02d:%02d.%07d,%d,%d%n"
              .formatted(i / 60, i % 60, i * 7919 % 10_000_000, 100 + i * i % 997, 1 + i % 50));
    }
    Path csv = Files.writeString(folder.resolve("log.csv"), log);
    Path raw = folder.resolve("x.trace.parquet");
    model = folder.resolve("x.model.json");
    assertEquals(Exit.DONE, Ran.facsimile("ingest", csv, "-o", raw).code());
    Ran fitted = Ran.facsimile("synth", "fit", raw, "-o", model, "--allow-unapproved");
    assertEquals(Exit.DONE, fitted.code(), fitted.err());
  }

  private static Ran generate(Path output, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("synth", "generate", model, "--seed", 5, "--allow-unapproved", "-o", output));
    arguments.addAll(Arrays.asList(more));
    return Ran.facsimile(arguments.toArray());
  }

  @Test
  void aNumberOfRequestsIsExactAndTheDurationGoesUpToTheNextOne() throws IOException {
    // 300 fit into the source's five minutes or nearly; 1,000 need four times as long.
    for (int requests : new int[] {1, 100, 1000}) {
      Path file = folder.resolve("n.jsonl");
      Ran ran = generate(file, "--requests", requests);
      assertEquals(Exit.DONE, ran.code(), ran.err());
      assertEquals(requests + 1, Files.readAllLines(file).size());
      WorkloadHeader header = WorkloadFile.open(file).header();
      double seconds = header.durationNanos() / 1e9;
      // One a second, ±5 standard deviations of a Poisson number.
      assertEquals(requests, seconds, 5 * Math.sqrt(requests) + 1);
    }
  }

  @Test
  void partsOfTheTimeAreTheWholesBytes() throws IOException {
    List<String> whole = rows("whole.jsonl");
    List<String> joined = new ArrayList<>(rows("a.jsonl", "--to", "2m"));
    joined.addAll(rows("b.jsonl", "--from", "2m", "--to", "3m", "--threads", 1));
    joined.addAll(rows("c.jsonl", "--from", "3m"));
    assertEquals(whole, joined);
  }

  private static List<String> rows(String name, Object... more) throws IOException {
    Path file = folder.resolve(name);
    Ran ran = generate(file, more);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    List<String> lines = Files.readAllLines(file);
    return lines.subList(1, lines.size());
  }

  @Test
  void whatWasAskedForAndWhatCameOfItAreToldAndInTheHeader() throws IOException {
    Path yaml = folder.resolve("what-if.yaml");
    Files.writeString(yaml, "version: 1\nwhat_ifs:\n  - output-scale: 2\n");
    Path file = folder.resolve("w.jsonl");
    Ran ran = generate(file, "--what-if", yaml, "--burst", "at=60s,factor=5,for=60s");
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertTrue(ran.out().contains("what-if: mean output tokens"), ran.out());
    assertTrue(ran.out().contains("times its own: requested 5.000, realised"), ran.out());
    WorkloadHeader header = WorkloadFile.open(file).header();
    assertEquals(2, header.declaredChanges().size(), header.declaredChanges()::toString);
    List<String> axes = header.declared().orElseThrow().axes().orElseThrow();
    assertTrue(axes.containsAll(List.of("marginals", "envelope", "impact")), axes::toString);
  }

  @Test
  void everyMistakeIsToldAtOnce() {
    Ran refused =
        generate(
            folder.resolve("no.jsonl"),
            "--requests",
            5,
            "--duration",
            "1m",
            "--spike",
            "at=1,factor=3",
            "--deadline",
            "chat=soon");
    assertEquals(Exit.USAGE, refused.code(), refused.err());
    for (String part :
        List.of(
            "--requests goes with none of",
            "--spike at is '1'",
            "--spike has no for",
            "--deadline chat is 'soon'")) {
      assertTrue(refused.err().contains(part), refused.err());
    }
    Ran unknown = generate(folder.resolve("no.jsonl"), "--deadline", "chat=1s");
    assertEquals(Exit.INPUT_REFUSED, unknown.code(), unknown.err());
    assertTrue(unknown.err().contains("expected one of unclassified"), unknown.err());
  }

  @Test
  void everyWhatIfHasAnOption() {
    String help = Ran.facsimile("synth", "generate", "--help").out();
    for (String name : WhatIfs.names()) {
      assertTrue(help.contains("--" + name + "="), name);
    }
  }
}
