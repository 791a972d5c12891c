package dev.facsimile.analyze.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.compare.RunSet;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.Runs;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {
  private static final int REPEATS = 5;

  private static final Map<String, RunSet> CANDIDATES = new HashMap<>();

  @TempDir private static Path shared;
  private static RunSet baseline;

  @TempDir private Path scratch;

  private interface Mutation {
    List<Outcome> outcomes(long seed);
  }

  @BeforeAll
  static void readTheBaseline() throws IOException {
    baseline = runs(shared, 1, seed -> Runs.outcomes(seed, t -> t));
  }

  private static RunSet runs(Path folder, long seed, Mutation mutation) throws IOException {
    List<RunAnalysis> runs = new ArrayList<>();
    for (int i = 0; i < REPEATS; i++) {
      Path path = folder.resolve("run" + seed + "-" + i);
      runs.add(Runs.read(Runs.write(path, mutation.outcomes(seed + i))));
    }
    return new RunSet("runs", runs);
  }

  /** Five mutated runs; made once for each mutation. */
  private static RunSet candidate(String mutation) throws IOException {
    RunSet made = CANDIDATES.get(mutation);
    if (made == null) {
      made = runs(shared.resolve(mutation), 100, seed -> mutated(mutation, seed));
      CANDIDATES.put(mutation, made);
    }
    return made;
  }

  private Gate gate(String rules) throws IOException {
    Path file = scratch.resolve("gate.yaml");
    Files.writeString(file, "gate: test\nrepeats: 5\nrules:\n  one:\n" + rules.indent(4));
    return Gate.read(file);
  }

  private static List<Outcome> mutated(String mutation, long seed) {
    return switch (mutation) {
      case "none" -> Runs.outcomes(seed, t -> t);
      case "slower" -> Runs.outcomes(seed, t -> t * 14 / 10);
      case "faster" -> Runs.outcomes(seed, t -> t * 6 / 10);
      case "stuck" -> Runs.outcomes(seed, t -> t > 300 ? t + 3000 : t);
      case "rejecting" -> rejecting(seed);
      case "shorter" -> shorter(seed);
      default -> throw new IllegalArgumentException(mutation);
    };
  }

  private static List<Outcome> rejecting(long seed) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      outcomes.add(
          (i + seed) % 20 == 0 ? Runs.rejected(i, i * 100L) : Runs.completed(i, i * 100L, 100, 20));
    }
    return outcomes;
  }

  private static List<Outcome> shorter(long seed) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      outcomes.add(Runs.completed(i, i * 100L, 100 + seed % 3, 15));
    }
    return outcomes;
  }

  /** Each rule against the mutation that it is there for, and against none. */
  @ParameterizedTest(name = "{0} {1} {2}: {3} {4}")
  @CsvSource({
    "ttft_from_schedule.p90, at_most, 350ms, none, PASSED",
    "ttft_from_schedule.p90, at_most, 350ms, slower, FAILED",
    "ttft_from_dispatch.p50, at_most_above_baseline, 20%, none, PASSED",
    "ttft_from_dispatch.p50, at_most_above_baseline, 20%, slower, FAILED",
    "ttft_from_dispatch.p50, at_most_below_baseline, 20%, faster, FAILED",
    "ttft_from_schedule.p99, at_most, 1s, none, PASSED",
    "ttft_from_schedule.p99, at_most, 1s, stuck, FAILED",
    "slo_share, at_least, 97%, none, PASSED",
    "slo_share, at_least, 97%, rejecting, FAILED",
    "slo_share, at_most_below_baseline, 2 points, none, PASSED",
    "slo_share, at_most_below_baseline, 2 points, rejecting, FAILED",
    "error_share, at_most, 0.01, none, PASSED",
    "error_share, at_most, 0.01, rejecting, FAILED",
    "error_share, at_most_above_baseline, 1 points, none, PASSED",
    "error_share, at_most_above_baseline, 1 points, rejecting, FAILED",
    "completed_share, at_least, 99%, none, PASSED",
    "completed_share, at_least, 99%, rejecting, FAILED",
    "goodput_per_second, at_least, 9.9/s, none, PASSED",
    "goodput_per_second, at_least, 9.9/s, rejecting, FAILED",
    "goodput_per_second, at_most_below_baseline, 3%, none, PASSED",
    "goodput_per_second, at_most_below_baseline, 3%, rejecting, FAILED",
    "output_tokens.mean, at_least, 19, none, PASSED",
    "output_tokens.mean, at_least, 19, shorter, FAILED",
    "output_tokens.mean, at_most_below_baseline, 2%, none, PASSED",
    "output_tokens.mean, at_most_below_baseline, 2%, shorter, FAILED",
    "output_tokens_per_second, at_most_below_baseline, 3%, shorter, FAILED",
    "gaps.p99, at_most, 11ms, none, PASSED",
    "gaps.p99, at_most, 5ms, none, FAILED",
    "itl.p50, at_most_above_baseline, 5%, none, PASSED",
  })
  void eachRuleFailsWhenItShould(
      String figure, String key, String bound, String mutation, Verdict expected)
      throws IOException {
    Gate gate = gate("figure: " + figure + "\n" + key + ": " + bound + "\n");
    RunSet candidate = candidate(mutation);
    GateReport report = GateReport.of(gate, candidate, Optional.of(baseline));
    RuleResult rule = report.rules().get(2);
    assertEquals(expected, rule.verdict(), rule::toString);
    assertEquals(expected, report.verdict());
    assertEquals(expected == Verdict.PASSED, report.passes());
    assertEquals(expected == Verdict.PASSED, report.failingLines().isEmpty());
    assertTrue(rule.falseAlarm().isPresent(), "five baseline runs tell the A/A rate");
  }

  @Test
  void aBoundWithinTheNoiseIsInconclusiveAndStopsTheReleaseUnlessTheGateSaysOtherwise()
      throws IOException {
    RunSet candidate = runs(scratch, 100, seed -> Runs.outcomes(seed, t -> t));
    double median =
        candidate.runs().stream()
                .mapToDouble(run -> run.figures().get("ttft_from_schedule.p99").value())
                .sorted()
                .skip(2)
                .findFirst()
                .getAsDouble()
            / 1e6;
    String rule =
        "  one:\n    figure: ttft_from_schedule.p99\n    at_most: " + Math.round(median) + "ms\n";
    Path file = scratch.resolve("gate.yaml");
    Files.writeString(file, "gate: g\nrules:\n" + rule);
    GateReport report = GateReport.of(Gate.read(file), candidate, Optional.of(baseline));
    assertEquals(Verdict.INCONCLUSIVE, report.verdict(), report::toString);
    assertFalse(report.passes());
    assertTrue(GateText.junit(report).contains("failures=\"1\""));
    Files.writeString(file, "gate: g\ninconclusive: passes\nrules:\n" + rule);
    GateReport lenient = GateReport.of(Gate.read(file), candidate, Optional.of(baseline));
    assertTrue(lenient.passes());
    assertTrue(GateText.junit(lenient).contains("skipped=\"1\""));
    assertTrue(GateText.page(lenient).contains("inconclusive"));
  }

  @Test
  void fourRepeatsAreTooFewForAVerdict() throws IOException {
    Gate gate = gate("figure: slo_share\nat_least: 0.5\n");
    RunSet four = new RunSet("four", baseline.runs().subList(0, 4));
    GateReport report = GateReport.of(gate, four, Optional.empty());
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertTrue(report.rules().get(1).found().contains("has 4 runs, the gate needs 5"));
  }

  @Test
  void aSliceWithTooFewRequestsForItsP99IsInconclusive() throws IOException {
    Gate gate = gate("figure: ttft_from_schedule.p99.9\nat_most: 10s\n");
    GateReport report = GateReport.of(gate, baseline, Optional.empty());
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertTrue(report.rules().get(1).found().contains("too few requests"));
  }

  @Test
  void aClientBoundRunFailsTheGateWhateverItsFigures() throws IOException {
    var folder = Runs.write(scratch.resolve("x"), Runs.outcomes(1, t -> t));
    RunAnalysis bound =
        Runs.read(
            folder,
            m ->
                Runs.with(
                    m,
                    m.target().model(),
                    m.workload().digest(),
                    RunManifest.Verdict.CLIENT_BOUND));
    List<RunAnalysis> runs = new ArrayList<>(baseline.runs().subList(0, 4));
    runs.add(bound);
    GateReport report =
        GateReport.of(
            gate("figure: slo_share\nat_least: 0.5\n"), new RunSet("c", runs), Optional.empty());
    assertEquals(Verdict.FAILED, report.verdict());
    assertTrue(report.failingLines().get(0).contains("CLIENT-BOUND"));
  }

  @Test
  void anUnchangedServerRarelyFailsAndTheRateIsTold() throws IOException {
    Gate gate = gate("figure: ttft_from_schedule.p90\nat_most_above_baseline: 10%\n");
    GateReport report = GateReport.of(gate, baseline, Optional.of(baseline));
    assertEquals(Verdict.PASSED, report.verdict());
    assertTrue(report.rules().get(2).falseAlarm().getAsDouble() < 0.05, report::toString);
    assertTrue(GateText.page(report).contains("A/A fails"));
    assertTrue(GateText.markdown(report).contains("| one | ✓ passed |"));
  }

  @Test
  void everyMistakeOfAGateIsToldAtOnce() throws IOException {
    Path file = scratch.resolve("bad.yaml");
    Files.writeString(
        file,
        """
        gate: g
        repeat: 5
        rules:
          a: {figure: ttft_from_shedule.p90, at_most: 1s}
          b: {figure: slo_share, at_least: 95}
          c: {figure: itl.p50, at_most_above_baseline: 10ms}
          d: {figure: slo_share}
          e: {figure: slo_share, slice: {clas: rag}, at_least: 0.9}
        """);
    String message = assertThrows(InputException.class, () -> Gate.read(file)).getMessage();
    for (String part :
        List.of(
            "repeat: unknown, did you mean repeats?",
            "did you mean ttft_from_schedule.p90?",
            "rules.b.at_least",
            "expected a percentage",
            "rules.d.at_most: one bound is needed",
            "clas: unknown, did you mean class?")) {
      assertTrue(message.contains(part), () -> part + " in " + message);
    }
  }

  @Test
  void theSampleGatesAreGates() throws IOException {
    for (String sample : List.of("canary", "release")) {
      Gate gate = Gate.read(Path.of("../samples/gates/" + sample + ".yaml"));
      assertEquals(sample, gate.name());
      assertEquals(REPEATS, gate.repeats());
      assertTrue(gate.needsBaseline());
    }
  }
}
