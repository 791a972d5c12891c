package dev.facsimile.synth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.whatif.Gauge;
import dev.facsimile.synth.whatif.WhatIfPlan;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each what-if asks for and what a workload has of it. */
class WhatIfTest {
  private static final long SECOND = TwoClassTraffic.SECOND;

  @TempDir private static Path folder;
  private static TrafficModel model;

  @BeforeAll
  static void fit() throws IOException {
    model = TwoClassTraffic.model(folder);
  }

  /** A workload with what-ifs, and what the gauges read. */
  private record Drawn(
      Generation generation, List<WorkloadRow> rows, List<Gauge.Reading> readings) {

    static Drawn of(String... whatIfs) throws IOException {
      WhatIfPlan.Applied applied = plan(whatIfs).apply(plain());
      List<WorkloadRow> rows = new ArrayList<>();
      applied
          .generation()
          .run(
              2,
              Extract.ALL,
              (row, gap) -> {
                rows.add(row);
                applied.gauges().forEach(gauge -> gauge.take(row, gap));
              },
              Progress.SILENT);
      List<Gauge.Reading> readings = new ArrayList<>();
      applied.gauges().forEach(gauge -> readings.addAll(gauge.readings()));
      return new Drawn(applied.generation(), rows, readings);
    }

    /** Every reading is as it was asked for, to within this part of it. */
    Drawn within(double part) {
      assertFalse(readings.isEmpty(), "something is read");
      for (Gauge.Reading reading : readings) {
        assertEquals(
            reading.requested(),
            reading.realised(),
            part * Math.abs(reading.requested()),
            reading.what());
      }
      return this;
    }

    WorkloadHeader header() {
      return generation.header("0", Admission.CARRIED);
    }
  }

  private static Generation plain() {
    return new Generation(model, 7, model.source().durationNanos());
  }

  private static WhatIfPlan plan(String... whatIfs) {
    WhatIfPlan plan = new WhatIfPlan();
    for (String whatIf : whatIfs) {
      int space = whatIf.indexOf(' ');
      plan.add(whatIf.substring(0, space), whatIf.substring(space + 1));
    }
    assertEquals(List.of(), plan.errors());
    return plan;
  }

  private static long count(List<WorkloadRow> rows, long fromSecond, long toSecond) {
    return rows.stream()
        .mapToLong(row -> row.request().arrivalNanos() / SECOND)
        .filter(second -> second >= fromSecond && second < toSecond)
        .count();
  }

  @Test
  void aSpikeTriplesTheSessionsOfItsTopAndNamesItsPhases() throws IOException {
    // About 450 sessions in 120 s at three times the rate: 15 % is three standard deviations.
    Drawn drawn = Drawn.of("spike at=1000s,factor=3,onset=20s,for=120s,decay=40s").within(0.15);
    Set<String> phases = new HashSet<>();
    drawn.rows().forEach(row -> phases.add(row.intent().phase().orElseThrow()));
    assertEquals(Set.of("steady", "spike", "peak", "recovery"), phases);
    WorkloadRow peak =
        drawn.rows().stream()
            .filter(row -> row.intent().phase().orElseThrow().equals("peak"))
            .findFirst()
            .orElseThrow();
    assertTrue(peak.request().arrivalNanos() >= 1020 * SECOND);
    assertTrue(drawn.header().declared().orElseThrow().axes().orElseThrow().contains("envelope"));
    assertTrue(drawn.header().declaredChanges().get(0).contains("3.0 times"));
  }

  @Test
  void aBurstIsAsSharpAsItIsShort() throws IOException {
    Drawn drawn = Drawn.of("burst at=2000s,factor=20,for=5s");
    List<WorkloadRow> plain = Drawn.of("phase all=0s..4000s").rows();
    double rate = plain.size() / 4000.0;
    long in = count(drawn.rows(), 2000, 2005);
    // 125 sessions are due at 20 times 1.25 a second, and few turns: five standard deviations.
    assertEquals(20 * 1.25 * 5 + 5 * (rate - 1.25), in, 5 * Math.sqrt(140));
    long before = count(drawn.rows(), 1990, 2000);
    assertTrue(before < 4 * 10 * rate, "nothing leaks out of the burst: " + before);
    // A window of the grid begins with the burst: what is drawn at its rate and kept shows behind
    // it.
    long starts =
        drawn.rows().stream()
            .filter(row -> row.request().conversation().turn().orElse(0) == 0)
            .filter(row -> row.request().arrivalNanos() >= 2006 * SECOND)
            .filter(row -> row.request().arrivalNanos() < 2046 * SECOND)
            .count();
    // 50 are due, 1,000 at the burst's rate.
    assertTrue(starts < 100, "nothing leaks out of the burst: " + starts);
  }

  @Test
  void aRampMeansWhatItSays() throws IOException {
    // 2,000 s at 2 times on average, 5,000 sessions: 6 % is four standard deviations.
    Drawn.of("ramp at=1000s,for=2000s,from=1,to=3").within(0.06);
  }

  @Test
  void retriesAfterAnOutageHaveTheWholePromptOfTheFirstAttempt() throws IOException {
    // About 250 starts in the outage and 290 after it: four standard deviations.
    Drawn drawn = Drawn.of("outage at=1000s,for=200s,retry=1,backoff=10s,timeout=3s").within(0.25);
    Map<String, Integer> seen = new HashMap<>();
    int again = 0;
    int firsts = 0;
    for (WorkloadRow row : drawn.rows()) {
      String prompt = row.request().prefixBlocks().orElseThrow() + "/" + row.inputTokens();
      long at = row.request().arrivalNanos();
      if (at >= 1200 * SECOND && at < 1300 * SECOND && seen.containsKey(prompt)) {
        again++;
      }
      if (row.intent().cancelAfterNanos().isPresent()) {
        assertEquals(3 * SECOND, row.intent().cancelAfterNanos().getAsLong());
        assertTrue(at >= 1000 * SECOND && at < 1200 * SECOND);
        firsts++;
        seen.merge(prompt, 1, Integer::sum);
      }
    }
    assertEquals(200 * 1.25, firsts, 5 * Math.sqrt(250), "starts of 200 s");
    // exp(-10) of them take longer than ten times the mean delay.
    assertEquals(firsts, again, 2, "each comes again within 100 s of the end");
  }

  @Test
  void throttledStartsComeTwice() throws IOException {
    // About 700 starts of 400 s and 150 more: five standard deviations are 19 %.
    Drawn.of("throttle at=1000s,for=400s,share=0.3,backoff=5s").within(0.19);
  }

  @Test
  void nothingStartsInAnOutageWhoseAttemptsAreLost() throws IOException {
    Drawn drawn = Drawn.of("outage at=1000s,for=200s,attempts=lost");
    assertEquals(0, drawn.readings().get(0).realised());
  }

  @Test
  void aShiftedOrRepeatedSourceKeepsItsRate() throws IOException {
    Drawn.of("shift 1000s").within(0.15);
    Drawn.of("repeat from=512s,to=1536s").within(0.08);
  }

  @Test
  void classesHaveTheirSharesOfRequestsOrOfTokens() throws IOException {
    // Found by simulation to 0.002, and written with the same seed.
    Drawn byRequests = Drawn.of("class-share chat=0.8").within(0.03);
    Declared declared = byRequests.header().declared().orElseThrow();
    assertEquals(0.8, declared.classShares().orElseThrow().get("chat"), 0.03);
    // The rate of all requests is the plain one, 7,000 rows, ±5 standard deviations.
    assertEquals(7_000, byRequests.rows().size(), 5 * Math.sqrt(2 * 7_000) + 70);
    Drawn.of("token-share job=0.2").within(0.08);
  }

  @Test
  void lengthsAreScaledClassByClassAndTheirDependenceStays() throws IOException {
    // Means over 2,000 starts whose spread is about 0.4 of the mean: 4 %.
    Drawn drawn = Drawn.of("input-scale chat=2", "output-scale all=0.5").within(0.04);
    double spearman = new Figures(requests(drawn.rows())).spearman();
    double plain = new Figures(requests(Drawn.of("phase a=0s..1s").rows())).spearman();
    assertEquals(plain, spearman, 0.25, "of classes mixed in another way");
    // Turns of chat grow by twice as much: 48 to 111 tokens and a rest of a block before.
    long longest =
        drawn.rows().stream()
            .filter(row -> row.request().requestClass().orElseThrow().equals("job"))
            .mapToInt(WorkloadRow::inputTokens)
            .max()
            .orElseThrow();
    assertTrue(longest < 1_300, "jobs stay: " + longest);
  }

  private static List<Request> requests(List<WorkloadRow> rows) {
    return rows.stream().map(WorkloadRow::request).toList();
  }

  @Test
  void aContextCapIsAnAtomThatNoTurnExceeds() throws IOException {
    Drawn drawn = Drawn.of("context-cap 400");
    assertEquals(400, drawn.readings().get(0).realised());
    // A share of about 0.5 of 5,000 starts: four standard deviations.
    Gauge.Reading share = drawn.readings().get(1);
    assertTrue(share.requested() > 0.3, "the cap cuts many prompts");
    assertEquals(share.requested(), share.realised(), 0.03);
  }

  @Test
  void prefixReuseReachesATargetBelowAndAboveTheModels() throws IOException {
    // Found to 0.002 by simulations of the very workload.
    for (String ratio : List.of("0.05", "0.2", "0.6")) {
      Drawn drawn = Drawn.of("prefix-hit " + ratio);
      assertEquals(Double.parseDouble(ratio), drawn.readings().get(0).realised(), 0.01);
    }
    InputException refused =
        assertThrows(InputException.class, () -> plan("prefix-hit 1").apply(plain()));
    assertTrue(refused.getMessage().contains("the nearest is 0."), refused.getMessage());
  }

  @Test
  void sessionsHaveMoreOrFewerTurns() throws IOException {
    Drawn.of("turns-scale 0.8").within(0.02);
    Drawn.of("turns-scale 1.5").within(0.05);
  }

  @Test
  void gapsBetweenTurnsAreLonger() throws IOException {
    // All source gaps are 20 s; turns that the end of the workload cuts are few.
    Drawn.of("think-scale 3").within(0.03);
  }

  @Test
  void clientsDisconnectAndHaveDeadlines() throws IOException {
    // 0.2 of 4,000 requests: five standard deviations are 16 %.
    Drawn drawn = Drawn.of("disconnect chat=0.2@2s", "deadline chat=10s").within(0.16);
    for (WorkloadRow row : drawn.rows()) {
      boolean chat = row.request().requestClass().orElseThrow().equals("chat");
      assertEquals(chat, row.intent().deadlineNanos().isPresent());
      row.intent().cancelAfterNanos().ifPresent(after -> assertEquals(2 * SECOND, after));
    }
  }

  @Test
  void blocksThatNoCacheMayServeAreSharedWithNobody() throws IOException {
    // Systematic sampling keeps shares of 5,000 starts exact to within the rounding of a slice.
    Drawn drawn = Drawn.of("cache-ineligible 0.3").within(0.05);
    Map<Long, Integer> uses = new HashMap<>();
    for (WorkloadRow row : drawn.rows()) {
      row.request().prefixBlocks().orElseThrow().stream()
          .forEach(id -> uses.merge(id, 1, Integer::sum));
    }
    for (WorkloadRow row : drawn.rows()) {
      if (row.request().cacheEligible().equals(Optional.of(false))) {
        assertTrue(row.request().prefixBlocks().get().stream().allMatch(id -> uses.get(id) == 1));
      }
    }
  }

  @Test
  void theLongestPromptComesTenTimesIdenticalAndTenTimesSalted() throws IOException {
    Drawn drawn = Drawn.of("long-tail at=2000s").within(0);
    for (String kind : List.of("identical", "salted")) {
      List<WorkloadRow> copies =
          drawn.rows().stream()
              .filter(row -> row.intent().phase().equals(Optional.of("long-tail-" + kind)))
              .toList();
      Set<Object> prompts = new HashSet<>();
      copies.forEach(row -> prompts.add(row.request().prefixBlocks().orElseThrow()));
      assertEquals(kind.equals("identical") ? 1 : 10, prompts.size());
      assertEquals(1, copies.stream().map(row -> row.request().arrivalNanos()).distinct().count());
      int longest = drawn.rows().stream().mapToInt(WorkloadRow::inputTokens).max().orElseThrow();
      assertEquals(longest, copies.get(0).inputTokens());
    }
  }

  @Test
  void timeCompressionRunsTheSameSessionsFaster() throws IOException {
    WhatIfPlan plan = plan("time-compress 2");
    Generation twice = new Generation(model, 7, 2 * model.source().durationNanos());
    WhatIfPlan.Applied applied = plan.apply(twice);
    List<WorkloadRow> rows = new ArrayList<>();
    applied.generation().run(1, rows::add, Progress.SILENT);
    List<WorkloadRow> slow = new ArrayList<>();
    twice.run(1, slow::add, Progress.SILENT);
    assertEquals(slow.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertEquals(slow.get(i).request().arrivalNanos() / 2, rows.get(i).request().arrivalNanos());
      assertEquals(slow.get(i).request().id(), rows.get(i).request().id());
    }
    assertEquals(
        model.source().durationNanos(),
        applied.generation().header("0", Admission.CARRIED).durationNanos());
  }

  @Test
  void everyWhatIfGivesTheSameBytesWithOneAndTwoThreads() throws IOException {
    for (String whatIf :
        List.of(
            "spike at=1000s,factor=3,onset=20s,for=120s,decay=40s",
            "outage at=1000s,for=200s,retry=0.5,backoff=10s",
            "throttle at=1000s,for=200s,share=0.5",
            "repeat from=512s,to=1536s",
            "class-share chat=0.8",
            "input-scale chat=2",
            "context-cap 400",
            "prefix-hit 0.1",
            "turns-scale 0.8",
            "think-scale 3",
            "disconnect 0.2@1s..5s",
            "cache-ineligible 0.3",
            "long-tail at=2000s",
            "time-compress 2")) {
      assertArrayEquals(bytes(whatIf, 1, 7), bytes(whatIf, 2, 7), whatIf);
    }
    String spike = "spike at=1000s,factor=3,for=120s";
    assertFalse(Arrays.equals(bytes(spike, 1, 7), bytes(spike, 1, 8)));
  }

  private static byte[] bytes(String whatIf, int threads, long seed) throws IOException {
    WhatIfPlan.Applied applied =
        plan(whatIf).apply(new Generation(model, seed, model.source().durationNanos()));
    Path file = folder.resolve("w.jsonl");
    try (WorkloadWriter writer =
        WorkloadWriter.create(file, applied.generation().header("0", Admission.CARRIED))) {
      applied.generation().run(threads, writer::write, Progress.SILENT);
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  @Test
  void aPartHasTheRowsOfTheWhole() throws IOException {
    List<WorkloadRow> whole = new ArrayList<>();
    plain().run(1, whole::add, Progress.SILENT);
    List<WorkloadRow> joined = new ArrayList<>();
    long half = model.source().durationNanos() / 2;
    for (Extract part :
        List.of(
            new Extract(0, half, OptionalLong.empty()),
            new Extract(half, Long.MAX_VALUE, OptionalLong.empty()))) {
      plain().run(2, part, (row, gap) -> joined.add(row), Progress.SILENT);
    }
    assertEquals(whole, joined);
    List<WorkloadRow> first = new ArrayList<>();
    plain().run(2, Extract.first(1234, half), (row, gap) -> first.add(row), Progress.SILENT);
    assertEquals(whole.subList(0, 1234), first);
  }

  @Test
  void everyMistakeIsToldAtOnceWithWhatWasMeant() throws IOException {
    WhatIfPlan plan = new WhatIfPlan();
    plan.add("spike", "at=10,facter=3,for=30s");
    plan.add("disconnect", "chat=0.05");
    Path file = folder.resolve("what-if.yaml");
    Files.writeString(file, "version: 1\nwhat_ifs:\n  - spik: {at: 1s}\n  - ramp: {for: 1s}\n");
    plan.addFile(file);
    String errors = String.join("\n", plan.errors());
    for (String part :
        List.of(
            "at is '10', expected a number and a unit",
            "did you mean factor?",
            "spike has no factor",
            "chat is '0.05', expected a share and a time",
            "did you mean spike?",
            "ramp has no to")) {
      assertTrue(errors.contains(part), part + " in " + errors);
    }
    InputException refused =
        assertThrows(
            InputException.class,
            () -> plan("deadline chit=1s", "long-tail at=9999s").apply(plain()));
    assertTrue(refused.getMessage().contains("did you mean chat?"), refused.getMessage());
    assertTrue(refused.getMessage().contains("before the workload's end"), refused.getMessage());
  }

  @Test
  void aFileSaysWhatOptionsSay() throws IOException {
    Path file = folder.resolve("what-if.yaml");
    Files.writeString(
        file,
        "version: 1\nwhat_ifs:\n  - spike: {at: 1000s, factor: 3, for: 120s}\n"
            + "  - deadline: {chat: 10s}\n  - context-cap: 400\n");
    WhatIfPlan plan = new WhatIfPlan();
    plan.addFile(file);
    assertEquals(List.of(), plan.errors());
    List<Request> rows = new ArrayList<>();
    plan.apply(plain()).generation().run(1, row -> rows.add(row.request()), Progress.SILENT);
    List<Request> same = new ArrayList<>();
    plan("spike at=1000s,factor=3,for=120s", "deadline chat=10s", "context-cap 400")
        .apply(plain())
        .generation()
        .run(1, row -> same.add(row.request()), Progress.SILENT);
    assertEquals(same, rows);
  }
}
