package dev.facsimile.analyze.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.analyze.metric.LatencyMetric;
import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.Since;
import dev.facsimile.analyze.metric.Summary;
import dev.facsimile.analyze.report.HeadlessBrowser;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
  private static final long MS = RunFixture.MS;
  private static final Objectives TTFT_1S = new Objectives(Map.of(Objective.TTFT, 1_000_000_000L));

  @TempDir private Path scratch;

  /** 95 answers after 400 ms and 5 after 4 s, one request every 100 ms. */
  private static List<Outcome> ninetyFiveFastAndFiveSlow() {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(RunFixture.completed(i, i * 100L, i % 20 == 7 ? 4000 : 400, 2));
    }
    return outcomes;
  }

  private RunReport report(List<Outcome> outcomes, Objectives objectives) throws IOException {
    return analysis(RunFixture.write(scratch.resolve("run"), outcomes), objectives).report();
  }

  private static RunAnalysis analysis(RunFolder folder, Objectives objectives) throws IOException {
    return RunAnalysis.of(
        RunSource.of(folder), ReportOptions.DEFAULT.with(objectives), Progress.SILENT);
  }

  @Test
  void fiveSlowAnswersInAHundredAreTheP99AndNotTheP95() throws IOException {
    RunReport report = report(ninetyFiveFastAndFiveSlow(), TTFT_1S);
    for (LatencyMetric metric :
        List.of(LatencyMetric.TTFT_FROM_DISPATCH, LatencyMetric.TTFT_FROM_SCHEDULE)) {
      Summary ttft = report.latency(metric);
      assertEquals(100, ttft.n());
      assertEquals(580 * MS, ttft.meanNanos().getAsDouble());
      assertEquals(400 * MS, ttft.at(50).orElseThrow().nanos());
      assertEquals(400 * MS, ttft.at(95).orElseThrow().nanos());
      assertEquals(4000 * MS, ttft.at(99).orElseThrow().nanos());
      assertEquals(4000 * MS, ttft.maxNanos().getAsLong());
      // 100 requests are enough for p90 (64), not for p95 (130) or p99 (662).
      assertTrue(ttft.at(90).orElseThrow().enough());
      assertFalse(ttft.at(95).orElseThrow().enough());
    }
    assertEquals(0.95, report.slo().share().get(Since.SCHEDULE));
    // 95 good requests over the 9.9 s until the last one was due.
    assertEquals(95 / 9.9, report.rates().goodputPerSecond(), 1e-9);
  }

  @Test
  void lateSendingShowsInTheTtftFromScheduleAlone() throws IOException {
    Planned planned = RunFixture.planned(0, 0, 2);
    Sending sending = RunFixture.sending(planned, 3000);
    Answer answer = RunFixture.answer(sending, 400, 2);
    RunReport report =
        report(List.of(new Outcome.Completed(planned, sending, answer, 3410 * MS)), TTFT_1S);
    assertEquals(400 * MS, report.latency(LatencyMetric.TTFT_FROM_DISPATCH).maxNanos().getAsLong());
    assertEquals(
        3400 * MS, report.latency(LatencyMetric.TTFT_FROM_SCHEDULE).maxNanos().getAsLong());
    assertEquals(3000 * MS, report.latency(LatencyMetric.SLOT).maxNanos().getAsLong());
    assertEquals(0, report.latency(LatencyMetric.WAKE).maxNanos().getAsLong());
    assertEquals(1, report.slo().share().get(Since.DISPATCH));
    assertEquals(0, report.slo().share().get(Since.SCHEDULE));
  }

  @Test
  void requestsNeverSentAndFailedStayInTheDenominator() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      outcomes.add(RunFixture.completed(i, i, 100, 2));
    }
    Planned planned = RunFixture.planned(6, 6, 2);
    Sending sending = RunFixture.sending(planned, 0);
    Answer fast = RunFixture.answer(sending, 1, 2);
    outcomes.add(new Outcome.Failed(planned, sending, fast, 20 * MS, "stream cut"));
    outcomes.add(new Outcome.Rejected(planned, sending, Answer.NONE, 20 * MS, "HTTP 429"));
    outcomes.add(new Outcome.TimedOut(planned, sending, Answer.NONE, 20 * MS, "30 s"));
    outcomes.add(new Outcome.NeverSent(planned, 20 * MS, "run end"));
    RunReport report = report(outcomes, TTFT_1S);
    assertEquals(0.6, report.slo().share().get(Since.SCHEDULE));
    assertEquals(10, report.slo().objectives().get(0).applies());
    // A failure is never a fast success: its 1 ms is in no latency.
    assertEquals(100 * MS, report.latency(LatencyMetric.TTFT_FROM_DISPATCH).minNanos().getAsLong());
    assertEquals(6, report.latency(LatencyMetric.TTFT_FROM_DISPATCH).n());
    assertEquals(9, report.latency(LatencyMetric.SEND_LAG).n());
    assertEquals(2, report.tokens().outputTokensOfOthers());
    // 6 of 10 completed: the p50 of all offered is one of them, the p90 never came.
    assertEquals(OptionalLong.of(100 * MS), report.offeredTails().get(0).nanos());
    assertEquals(OptionalLong.empty(), report.offeredTails().get(1).nanos());
  }

  @Test
  void itlIsAbsentBelowTwoTokensAndItsObjectiveDoesNotApply() throws IOException {
    List<Outcome> outcomes =
        List.of(RunFixture.completed(0, 0, 100, 1), RunFixture.completed(1, 5, 100, 11));
    RunReport report = report(outcomes, new Objectives(Map.of(Objective.ITL, 5 * MS)));
    assertEquals(1, report.latency(LatencyMetric.ITL).n());
    assertEquals(10 * MS, report.latency(LatencyMetric.ITL).maxNanos().getAsLong());
    assertEquals(1, report.slo().objectives().get(0).applies());
    assertEquals(0, report.slo().objectives().get(0).met());
    assertEquals(0.5, report.slo().share().get(Since.SCHEDULE));
  }

  @Test
  void anAnswerThatWasNotStreamedHasNoItl() throws IOException {
    Planned planned = RunFixture.planned(0, 0, 50);
    Sending sending = RunFixture.sending(planned, 0);
    Answer streamed = RunFixture.answer(sending, 100, 50);
    Answer whole =
        new Answer(
            streamed.headersNanos(),
            OptionalLong.of(600 * MS),
            OptionalLong.of(600 * MS),
            streamed.httpStatus(),
            streamed.finishReason(),
            streamed.usage(),
            ServerTimes.UNKNOWN,
            1,
            streamed.tokenizerTokens(),
            false,
            Gaps.NONE);
    RunReport report =
        report(
            List.of(new Outcome.Completed(planned, sending, whole, 600 * MS)), Objectives.DEFAULT);
    assertEquals(0, report.latency(LatencyMetric.ITL).n());
    assertEquals(600 * MS, report.latency(LatencyMetric.TTFT_FROM_DISPATCH).maxNanos().getAsLong());
    assertEquals(1, report.slo().share().get(Since.SCHEDULE));
    assertEquals(50, report.tokens().outputTokens());
  }

  @Test
  void aStreamWithoutATokenIsNoFastSuccess() throws IOException {
    RunReport report = report(List.of(RunFixture.completed(0, 0, 5, 0)), TTFT_1S);
    assertEquals(1, report.counts().completed());
    assertEquals(0, report.slo().share().get(Since.SCHEDULE));
    assertEquals(0, report.latency(LatencyMetric.TTFT_FROM_DISPATCH).n());
  }

  @Test
  void aPlannedDisconnectIsJudgedUpToTheCutAndAnyOtherCancelHasMissed() throws IOException {
    Planned planned = RunFixture.planned(0, 0, 50);
    Sending sending = RunFixture.sending(planned, 0);
    Answer inTime = RunFixture.answer(sending, 400, 3);
    Answer late = RunFixture.answer(sending, 1400, 3);
    String cut = Outcome.Cancelled.PLANNED_DISCONNECT;
    List<Outcome> outcomes =
        List.of(
            new Outcome.Cancelled(planned, sending, inTime, 500 * MS, cut),
            new Outcome.Cancelled(planned, sending, Answer.NONE, 500 * MS, cut),
            new Outcome.Cancelled(planned, sending, Answer.NONE, 1200 * MS, cut),
            new Outcome.Cancelled(planned, sending, late, 1500 * MS, cut),
            new Outcome.Cancelled(planned, sending, inTime, 1500 * MS, "run end"));
    RunReport report = report(outcomes, TTFT_1S);
    // The first met it and the second had time left; the third and fourth were overdue.
    assertEquals(2, report.slo().good().get(Since.SCHEDULE));
    assertEquals(4, report.slo().plannedDisconnects());
    assertEquals(2, report.slo().goodPlannedDisconnects());
    assertEquals(4, report.slo().objectives().get(0).applies());
    assertEquals(1, report.slo().objectives().get(0).met());
    assertEquals(5, report.counts().cancelled());
    assertEquals(0, report.latency(LatencyMetric.TTFT_FROM_DISPATCH).n());
  }

  @Test
  void outcomesThatDoNotAddUpToTheManifestAreRefused() throws IOException {
    RunFolder good = RunFixture.write(scratch.resolve("good"), ninetyFiveFastAndFiveSlow());
    RunFolder other =
        RunFixture.write(scratch.resolve("other"), List.of(RunFixture.completed(0, 0, 400, 2)));
    Files.copy(
        other.path().resolve("run.json"),
        good.path().resolve("run.json"),
        StandardCopyOption.REPLACE_EXISTING);
    RunFolder mixed = RunFolder.open(good.path());
    InputException refused = assertThrows(InputException.class, () -> analysis(mixed, TTFT_1S));
    assertTrue(refused.getMessage().contains("add up to"), refused::getMessage);
  }

  @Test
  void marksOfAnUnapprovedAndAPartialRunAreInEveryForm() throws IOException {
    RunFolder folder =
        RunFixture.write(
            scratch.resolve("run"),
            ninetyFiveFastAndFiveSlow(),
            RunFixture.unapproved(),
            RunManifest.State.PARTIAL);
    RunAnalysis analysis = analysis(folder, TTFT_1S);
    for (String form : List.of(analysis.text(), analysis.page().html())) {
      assertTrue(form.contains("UNAPPROVED") && form.contains("PARTIAL"));
    }
    JsonNode json = json(analysis);
    assertTrue(json.get("unapproved").asBoolean());
    assertEquals("partial", json.get("run").get("state").asText());
  }

  @Test
  void anApprovedRunBearsNoMark() throws IOException {
    RunFolder folder =
        RunFixture.write(
            scratch.resolve("run"),
            ninetyFiveFastAndFiveSlow(),
            Provenance.NONE,
            RunManifest.State.COMPLETE);
    RunAnalysis analysis = analysis(folder, TTFT_1S);
    assertFalse(analysis.text().contains("UNAPPROVED"));
    assertFalse(analysis.page().html().contains("UNAPPROVED"));
  }

  @Test
  void theJsonDocumentSaysWhatItIsAndHoldsTheFigures() throws IOException {
    JsonNode json =
        json(
            analysis(
                RunFixture.write(scratch.resolve("run"), ninetyFiveFastAndFiveSlow()), TTFT_1S));
    assertEquals("facsimile-run-report", json.get("format").asText());
    assertEquals(2, json.get("format_version").asInt());
    assertEquals(RunManifest.METHOD_VERSION, json.get("method_version").asInt());
    JsonNode ttft = json.get("latencies").get("ttft_from_schedule");
    assertEquals(580e6, ttft.get("mean_nanos").asDouble());
    assertEquals(4000 * MS, ttft.get("percentiles").get(3).get("nanos").asLong());
    assertEquals(0.95, json.get("slo").get("share").get("schedule").asDouble());
    assertEquals(0.95, json.get("slices").get(0).get("slo_share").asDouble());
  }

  private JsonNode json(RunAnalysis analysis) throws IOException {
    Path file = scratch.resolve("report.json");
    analysis.writeJson(file);
    return Json.tree(Files.readString(file));
  }

  @Test
  void theTextShowsTheFiguresAndTheConvention() throws IOException {
    String text =
        analysis(
                RunFixture.write(scratch.resolve("run"), ninetyFiveFastAndFiveSlow()),
                Objectives.DEFAULT)
            .text();
    assertTrue(text.contains("Client verdict VALID"), text);
    assertTrue(text.contains("580 ms"), text);
    assertTrue(text.contains("Nearest rank"), text);
    assertTrue(text.contains("95.0 %"), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 130), text);
  }

  @Test
  void slicesAreWorstFirstAndAddUpToTheRun() throws IOException {
    RunReport report = report(SyntheticOutcomes.of(3, 4000, 40), Objectives.DEFAULT);
    for (var dimension : SliceTables.dimensions(report)) {
      List<Slice> slices =
          report.slices().stream().filter(s -> s.dimension() == dimension).toList();
      assertEquals(4000, slices.stream().mapToLong(Slice::offered).sum());
      assertEquals(
          report.slo().good().get(Since.SCHEDULE), slices.stream().mapToLong(Slice::good).sum());
      for (int i = 1; i < slices.size(); i++) {
        assertTrue(slices.get(i - 1).sloShare() <= slices.get(i).sloShare());
      }
    }
    assertTrue(SliceTables.dimensions(report).size() >= 5);
    // A tenth of the answers has no usage, which is told; that the series adds up is not.
    assertEquals(1, report.findings().size(), report.findings()::toString);
    assertTrue(report.findings().get(0).contains("chunks were counted"));
  }

  @Test
  void aRunWithoutACompletedRequestStillHasAReport() throws IOException {
    Planned planned = RunFixture.planned(0, 0, 2);
    RunAnalysis analysis =
        analysis(
            RunFixture.write(
                scratch.resolve("run"), List.of(new Outcome.NeverSent(planned, MS, "run end"))),
            Objectives.DEFAULT);
    assertEquals(0, analysis.report().slo().share().get(Since.SCHEDULE));
    assertTrue(analysis.text().contains("never sent"));
    assertTrue(analysis.page().html().contains("run end"));
  }

  @Test
  void aBrowserFindsNoErrorAndNothingTooWideOnThePage() throws Exception {
    HeadlessBrowser browser = HeadlessBrowser.require(scratch);
    RunFolder folder = RunFixture.write(scratch.resolve("run"), SyntheticOutcomes.of(3, 4000, 40));
    String html = analysis(folder, Objectives.DEFAULT).page().html();
    assertEquals(List.of(), browser.faults(html));
  }
}
