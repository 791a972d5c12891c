package dev.facsimile.analyze.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.report.HeadlessBrowser;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.Runs;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparisonTest {
  @TempDir private Path scratch;
  private int written;

  private RunSet set(String name, int runs, long seed, LongUnaryOperator ttft) throws IOException {
    List<RunAnalysis> read = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      Path folder = scratch.resolve("r" + written++);
      read.add(Runs.read(Runs.write(folder, Runs.outcomes(seed + i, ttft))));
    }
    return new RunSet(name, read);
  }

  private static Difference of(RunComparison comparison, String figure) {
    return comparison.differences().stream()
        .filter(d -> d.figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void repeatsOfOneServerDoNotDifferToTell() throws IOException {
    RunComparison same =
        RunComparison.of(set("a", 5, 1, t -> t), set("b", 5, 100, t -> t), Optional.empty());
    // Twelve figures at 95 %: at most two may differ by chance, and here none does by 5 %.
    long told = same.differences().stream().filter(Difference::isTold).count();
    assertTrue(told <= 2, same.differences()::toString);
    assertFalse(same.answers().changed());
  }

  @Test
  void aTenthMoreTtftIsToldWithItsInterval() throws IOException {
    RunComparison slower =
        RunComparison.of(
            set("a", 5, 1, t -> t), set("b", 5, 100, t -> t * 12 / 10), Optional.empty());
    Difference p90 = of(slower, "ttft_from_schedule.p90");
    assertEquals(Difference.Verdict.WORSE, p90.verdict());
    // The truth is 20 % more; five repeats of 1,000 requests know it to some 7 %.
    assertEquals(0.2, p90.relative().getAsDouble(), 0.07);
    assertTrue(p90.low().getAsDouble() < p90.change() && p90.change() < p90.high().getAsDouble());
    assertTrue(slower.toldSlices().stream().anyMatch(d -> d.figure().startsWith("ttft")));
  }

  @Test
  void singleRunsAreComparedByTheirIntervalsWithin() throws IOException {
    RunComparison slower =
        RunComparison.of(set("a", 1, 1, t -> t), set("b", 1, 2, t -> t * 2), Optional.empty());
    assertEquals(Difference.Verdict.WORSE, of(slower, "ttft_from_dispatch.p50").verdict());
    assertEquals(
        Difference.Verdict.UNKNOWN,
        of(slower, "output_tokens_per_second").verdict(),
        "a rate of one run has no interval");
  }

  @Test
  void anotherModelOrWorkloadIsRefusedUnlessItIsWhatVaries() throws IOException {
    var folder = Runs.write(scratch.resolve("x"), Runs.outcomes(1, t -> t));
    RunSet base = new RunSet("base", List.of(Runs.read(folder)));
    RunSet other =
        new RunSet(
            "other",
            List.of(
                Runs.read(
                    folder,
                    m -> Runs.with(m, "big", m.workload().digest(), RunManifest.Verdict.VALID))));
    InputException refused =
        assertThrows(InputException.class, () -> RunComparison.of(base, other, Optional.empty()));
    assertTrue(refused.getMessage().contains("(model): simulated and big"), refused::getMessage);
    assertTrue(refused.getMessage().contains("--vary"), refused::getMessage);
    assertEquals(
        Optional.of(Fact.MODEL), RunComparison.of(base, other, Optional.of(Fact.MODEL)).varied());
    RunSet both =
        new RunSet(
            "both",
            List.of(Runs.read(folder, m -> Runs.with(m, "big", "11", RunManifest.Verdict.VALID))));
    assertThrows(InputException.class, () -> RunComparison.of(base, both, Optional.of(Fact.MODEL)));
  }

  @Test
  void aClientThatCouldNotKeepUpIsADoubt() throws IOException {
    var folder = Runs.write(scratch.resolve("x"), Runs.outcomes(1, t -> t));
    RunSet base = new RunSet("base", List.of(Runs.read(folder)));
    RunSet bound =
        new RunSet(
            "bound",
            List.of(
                Runs.read(
                    folder,
                    m ->
                        Runs.with(
                            m,
                            m.target().model(),
                            m.workload().digest(),
                            RunManifest.Verdict.CLIENT_BOUND))));
    RunComparison comparison = RunComparison.of(base, bound, Optional.empty());
    assertTrue(comparison.doubts().toString().contains("CLIENT-BOUND"));
    assertTrue(ComparisonText.page(comparison).contains("! The client of x was CLIENT-BOUND"));
  }

  @Test
  void answersThatGotShorterAreAWarningAndNotASpeedUp() throws IOException {
    List<Outcome> shorter = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      shorter.add(Runs.completed(i, i * 100L, 100, i % 4 == 0 ? 5 : 20));
    }
    RunSet other = new RunSet("b", List.of(Runs.read(Runs.write(scratch.resolve("s"), shorter))));
    RunComparison comparison = RunComparison.of(set("a", 1, 1, t -> t), other, Optional.empty());
    assertTrue(comparison.answers().changed());
    assertEquals(0.25, comparison.answers().lengthDistance().getAsDouble(), 1e-9);
    assertTrue(ComparisonText.page(comparison).contains("can pass for speed"));
    assertTrue(ComparisonText.markdown(comparison).contains("can pass for speed"));
  }

  @Test
  void aBrowserFindsNothingWrongWithThePage() throws Exception {
    HeadlessBrowser browser = HeadlessBrowser.require(scratch);
    RunComparison comparison =
        RunComparison.of(set("a", 1, 1, t -> t), set("b", 1, 2, t -> t * 2), Optional.empty());
    assertEquals(List.of(), browser.faults(ComparisonText.html(comparison).html()));
  }
}
