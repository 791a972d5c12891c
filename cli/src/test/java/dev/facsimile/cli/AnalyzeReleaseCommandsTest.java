package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code analyze compare}, {@code gate}, {@code sweep}, {@code history} and {@code quality}. */
class AnalyzeReleaseCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path scratch;

  private int analyze(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "analyze";
    System.arraycopy(args, 0, all, 1, args.length);
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), all);
  }

  /** A run of 300 requests, whose TTFT is {@code ttftMs} plus up to 50 ms. */
  private String run(String name, String model, long ttftMs) throws IOException {
    Path folder = scratch.resolve(name);
    Accounting accounting = new Accounting();
    long end = 0;
    try (RunWriter writer = RunWriter.create(folder, false)) {
      for (int i = 0; i < 300; i++) {
        long due = i * 50_000_000L;
        long first = due + (ttftMs + (i * 37L + name.hashCode() % 7) % 50) * 1_000_000L;
        Answer answer =
            new Answer(
                OptionalLong.of(first),
                OptionalLong.of(first),
                OptionalLong.of(first + 90_000_000),
                OptionalInt.of(200),
                Optional.of("stop"),
                new Answer.Usage(OptionalInt.of(10), OptionalInt.of(10), OptionalInt.empty()),
                ServerTimes.UNKNOWN,
                10,
                OptionalInt.empty(),
                true,
                Gaps.NONE);
        end = first + 90_000_000;
        Outcome outcome =
            new Outcome.Completed(
                new Planned(Request.of("r" + i, due, 10, 10), Optional.empty(), due),
                new Sending(due, due, OptionalLong.empty(), due, OptionalLong.of(due), 1),
                answer,
                end);
        accounting.add(outcome);
        writer.write(outcome);
      }
      writer.finish(manifest(model, accounting.counts(), end), List.of());
    }
    return folder.toString();
  }

  private static RunManifest manifest(String model, RunManifest.Counts counts, long end) {
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        RunManifest.State.COMPLETE,
        "2026-01-01T00:00:00Z",
        end,
        new RunManifest.Load("open", 1, OptionalInt.empty(), OptionalInt.empty()),
        new RunManifest.Workload(
            "00", Optional.empty(), 300, Optional.empty(), OptionalLong.empty()),
        new RunManifest.Target("http://127.0.0.1:1", "openai-chat", model, Optional.empty()),
        new TreeMap<>(),
        counts,
        new RunManifest.Client(RunManifest.Verdict.VALID, List.of(), 0, 0, 0, 0, 0, 0, 0),
        new RunManifest.Host("Linux", 2, "JVM"),
        Provenance.NONE);
  }

  private String gate(String rule) throws IOException {
    return Files.writeString(
            scratch.resolve("gate.yaml"), "gate: g\nrepeats: 1\nrules:\n  ttft:\n    " + rule)
        .toString();
  }

  @Test
  void runsOfTwoModelsAreRefusedUnlessTheModelIsWhatVaries() throws IOException {
    String one = run("one", "small", 100);
    String two = run("two", "big", 300);
    assertEquals(Exit.INPUT_REFUSED, analyze("compare", one, two));
    assertTrue(err.toString().contains("invalidates a comparison"), err::toString);
    assertEquals(Exit.DONE, analyze("compare", one, two, "--vary", "model"), err::toString);
    assertTrue(out.toString().contains("ttft_from_schedule.p90"), out::toString);
    assertTrue(out.toString().contains("✗ worse"), out::toString);
    assertEquals(Exit.USAGE, analyze("compare", one, two, "--vary", "modell"));
    assertTrue(err.toString().contains("did you mean model?"), err::toString);
  }

  @Test
  void aGateThatIsMissedExitsWithFourAndNamesTheLine() throws IOException {
    String one = run("one", "m", 100);
    Path junit = scratch.resolve("j.xml");
    Path markdown = scratch.resolve("j.md");
    String missed = gate("{figure: ttft_from_schedule.p90, at_most: 50ms}");
    assertEquals(
        Exit.BOUND_MISSED,
        analyze(
            "gate",
            one,
            "--gate",
            missed,
            "--junit",
            junit.toString(),
            "--md",
            markdown.toString()));
    assertTrue(err.toString().contains("FAILED ttft"), err::toString);
    assertTrue(Files.readString(junit).contains("<failure"));
    assertTrue(Files.readString(markdown).contains("## Gate g"));
    String met = gate("{figure: ttft_from_schedule.p90, at_most: 1s}");
    assertEquals(Exit.DONE, analyze("gate", one, "--gate", met), err::toString);
    String relative = gate("{figure: ttft_from_schedule.p90, at_most_above_baseline: 10%}");
    assertEquals(Exit.USAGE, analyze("gate", one, "--gate", relative));
    assertTrue(err.toString().contains("--baseline"), err::toString);
  }

  @Test
  void aFolderOfRunsIsASweepAndAHistoryKeepsThem() throws IOException {
    run("all/one", "m", 100);
    run("all/two", "m", 120);
    String folder = scratch.resolve("all").toString();
    Path page = scratch.resolve("s.html");
    assertEquals(Exit.DONE, analyze("sweep", folder, "--html", page.toString()), err::toString);
    assertTrue(Files.readString(page).contains("Goodput against load"));
    String history = scratch.resolve("history").toString();
    Path prom = scratch.resolve("f.prom");
    assertEquals(Exit.INPUT_REFUSED, analyze("history", history));
    assertEquals(
        Exit.DONE,
        analyze("history", history, "--openmetrics", prom.toString(), "--add", folder),
        err::toString);
    assertTrue(Files.readString(prom).endsWith("# EOF\n"));
    assertEquals(Exit.DONE, analyze("history", history, "--add", folder), err::toString);
    assertTrue(err.toString().contains("is in the history already"), err::toString);
  }

  @Test
  void aScorerOfTheUserScoresCode() throws IOException {
    String one = run("one", "m", 100);
    Files.writeString(
        Path.of(one, "responses.jsonl"), "{\"request_id\":\"r0\",\"content\":\"return 2\"}\n");
    Path items =
        Files.writeString(
            scratch.resolve("items.jsonl"),
            "{\"request_id\":\"r0\",\"kind\":\"code\",\"expected\":\"2\"}\n");
    String file = items.toString();
    assertEquals(Exit.INPUT_REFUSED, analyze("quality", one, "--items", file));
    assertEquals(
        Exit.DONE,
        analyze("quality", one, "--items", file, "--scorer", "grep -c 'return 2'"),
        err::toString);
    assertTrue(out.toString().contains("100 %"), out::toString);
    assertEquals(
        Exit.INPUT_REFUSED, analyze("quality", one, "--items", file, "--scorer", "exit 3"));
    assertTrue(err.toString().contains("ended with 3"), err::toString);
  }

  @Test
  void aPartOfTheRunAndAnotherPercentileRuleAreSaid() throws IOException {
    String one = run("one", "m", 100);
    assertEquals(Exit.DONE, analyze("run", one, "--from", "5s", "--to", "10s"), err::toString);
    assertTrue(out.toString().contains("100 of 300"), out::toString);
    assertEquals(Exit.DONE, analyze("run", one, "--full", "--percentile", "linear"), err::toString);
    assertTrue(out.toString().contains("as NumPy"), out::toString);
    assertEquals(Exit.USAGE, analyze("run", one, "--percentile", "median"));
    assertEquals(Exit.USAGE, analyze("run", one, "--from", "5s", "--to", "5s"));
    assertEquals(Exit.INPUT_REFUSED, analyze("run", one, "--from", "1h"));
  }

  @Test
  void pricesGiveTheCostOfAMillionTokens() throws IOException {
    String one = run("one", "m", 100);
    Path prices =
        Files.writeString(
            scratch.resolve("p.yaml"),
            "currency: USD\nper_million_tokens: {input: 1, output: 3}\n");
    assertEquals(Exit.DONE, analyze("run", one, "--prices", prices.toString()), err::toString);
    // 3,000 tokens in at 1 and 3,000 out at 3: 0.012 in all, 4 per million output tokens.
    assertTrue(out.toString().contains("output tokens 4.00"), out::toString);
    Files.writeString(prices, "currency: USD\nper_milion_tokens: {input: 1}\n");
    assertEquals(Exit.INPUT_REFUSED, analyze("run", one, "--prices", prices.toString()));
    assertTrue(err.toString().contains("did you mean per_million_tokens?"), err::toString);
  }
}
