package dev.facsimile.analyze.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.metric.PercentileRule;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run's report tells beyond latencies: spikes, slopes, energy, E2E by length. */
class RunFiguresTest {
  @TempDir private Path scratch;

  private RunReport report(List<Outcome> outcomes) throws IOException {
    List<Outcome> ended = new ArrayList<>(outcomes);
    ended.sort(Comparator.comparingLong(Outcome::endNanos));
    RunFolder folder = RunFixture.write(scratch.resolve("run"), ended);
    return RunAnalysis.of(RunSource.of(folder), ReportOptions.DEFAULT, Progress.SILENT).report();
  }

  /** 10 requests a second for 100 s, 50 a second from 40 s to 45 s; TTFT by the second. */
  private static List<Outcome> spiked(IntToLongFunction ttftMs) {
    List<Outcome> outcomes = new ArrayList<>();
    int index = 0;
    for (int second = 0; second < 100; second++) {
      int count = second >= 40 && second < 45 ? 50 : 10;
      for (int i = 0; i < count; i++) {
        outcomes.add(
            RunFixture.completed(
                index++,
                second * 1000L + i * 1000L / count,
                ttftMs.applyAsLong(second) + i % 3,
                5));
      }
    }
    return outcomes;
  }

  @Test
  void theTimeToRecoverBehindASpikeIsTold() throws IOException {
    RunReport report = report(spiked(s -> s >= 42 && s < 57 ? 2000 : 200));
    assertEquals(1, report.spikes().size());
    Spike spike = report.spikes().get(0);
    assertEquals(40, spike.fromNanos() / 1e9);
    assertEquals(45, spike.toNanos() / 1e9);
    assertEquals(50, spike.perSecond());
    assertEquals(10, spike.perSecondBefore());
    assertEquals(Spike.End.RECOVERED, spike.end());
    // Slow up to second 57, which is 12 s behind the spike's end.
    assertEquals(OptionalLong.of(12_000_000_000L), spike.recoveredAfterNanos());
  }

  @Test
  void aServerThatStaysSlowHasNotRecovered() throws IOException {
    Spike spike = report(spiked(s -> s >= 42 ? 2000 : 200)).spikes().get(0);
    assertEquals(Spike.End.NOT_RECOVERED, spike.end());
  }

  @Test
  void aSteadyRunHasNeitherSpikeNorSlope() throws IOException {
    List<Outcome> steady = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      steady.add(RunFixture.completed(i, i * 100L, 200 + i * 37 % 50, 5));
    }
    RunReport report = report(steady);
    assertTrue(report.spikes().isEmpty());
    assertFalse(report.trends().isEmpty());
    assertTrue(report.trends().stream().noneMatch(Trend::moved), report.trends()::toString);
  }

  @Test
  void aLeakWithinARunIsASlope() throws IOException {
    List<Outcome> leaking = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      leaking.add(RunFixture.completed(i, i * 100L, 200 + i / 10 + i * 37 % 50, 5));
    }
    Trend ttft = report(leaking).trends().get(0);
    assertTrue(ttft.moved());
    // 100 ms in 100 s is 3.6 s an hour.
    assertEquals(3.6e9, ttft.perHour(), 0.4e9);
  }

  @Test
  void e2eIsToldByTheLengthOfTheAnswer() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(RunFixture.completed(i, i * 100L, 100, i % 2 == 0 ? 11 : 101));
    }
    List<OutputBucket> buckets = report(outcomes).outputBuckets();
    assertEquals(2, buckets.size());
    assertEquals("0–31", buckets.get(0).outputTokens());
    assertEquals(200_000_000, buckets.get(0).e2eFromDispatch().at(50).orElseThrow().nanos());
    assertEquals(1_100_000_000, buckets.get(1).e2eFromDispatch().at(50).orElseThrow().nanos());
    assertEquals(200_000_000 / 11, buckets.get(0).perOutputToken().at(50).orElseThrow().nanos());
  }

  @Test
  void energyIsPowerOverTimeOfAllGpus() {
    ServerSeries server = new ServerSeries();
    for (int second = 0; second <= 10; second++) {
      for (String gpu : List.of("0", "1")) {
        server.add(
            new ServerSample(
                second * 1_000_000_000L,
                "http://gpu",
                "DCGM_FI_DEV_POWER_USAGE",
                "gpu=\"" + gpu + "\"",
                300));
      }
      server.add(new ServerSample(second, "http://x", "something_else", "", 1));
    }
    List<ServerSeries.Line> power = server.lines(ServerFigure.POWER);
    assertEquals(2, power.size());
    assertEquals(3000, power.get(0).integral(), 1e-9);
    assertEquals(11, server.unknown());
  }

  @Test
  void theSlowestRequestsAreKeptWithWhereTheirTimeWent() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(RunFixture.completed(i, i * 100L, 100 + i, 5));
    }
    List<WorstRequest> worst = report(outcomes).worst();
    assertEquals(15, worst.size());
    assertEquals("r99", worst.get(0).requestId());
    assertEquals(199_000_000, worst.get(0).firstToken() - worst.get(0).dispatched());
  }

  @Test
  void onePageIsEnoughByDefaultAndTheVerdictComesFirst() throws IOException {
    RunFolder folder = RunFixture.write(scratch.resolve("run"), SyntheticOutcomes.of(3, 4000, 40));
    RunAnalysis analysis =
        RunAnalysis.of(RunSource.of(folder), ReportOptions.DEFAULT, Progress.SILENT);
    String text = analysis.shortText();
    assertTrue(text.startsWith("Client verdict VALID"), text);
    assertTrue(text.lines().count() <= 50, () -> text.lines().count() + " lines");
    assertTrue(text.lines().allMatch(line -> line.length() <= 120), text);
    assertTrue(analysis.text().length() > 2 * text.length());
    assertTrue(analysis.markdown().startsWith("## Run run"));
    assertTrue(analysis.junit().contains("failures=\"0\""));
  }

  @Test
  void aSelectionCountsItsOwnRequestsAlone() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(RunFixture.completed(i, i * 100L, i < 50 ? 100 : 300, 5));
    }
    RunFolder folder = RunFixture.write(scratch.resolve("run"), outcomes);
    ReportOptions second =
        new ReportOptions(
            ReportOptions.DEFAULT.objectives(),
            false,
            PercentileRule.NEAREST_RANK,
            new Selection(5_000_000_000L, OptionalLong.empty(), Optional.empty()),
            Optional.empty());
    RunReport report = RunAnalysis.of(RunSource.of(folder), second, Progress.SILENT).report();
    assertEquals(50, report.counts().offered());
    assertEquals(300_000_000, report.latencies().get("ttft_from_dispatch").minNanos().getAsLong());
    assertEquals(5_000_000_000L, report.window().fromNanos());
    assertTrue(report.selection().isPresent());
  }

  @Test
  void aSlopeThatIsTooSmallToBeSeenInItsFiguresIsNotTold() {
    Trend small = new Trend("ITL per request p50", "ns", 60, -4e6, -5e6, -3e6, 10.02e6, 10.01e6);
    Trend large = new Trend("ITL per request p50", "ns", 60, -4e8, -5e8, -3e8, 10e6, 7e6);
    assertTrue(small.moved());
    assertFalse(RunSentences.isWorthTelling(small));
    assertTrue(RunSentences.isWorthTelling(large));
  }
}
