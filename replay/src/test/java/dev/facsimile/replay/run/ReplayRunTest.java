package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Retries;
import dev.facsimile.replay.engine.Window;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ReplayRunTest {
  private static final long MILLI = 1_000_000;
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path folder;

  private final SimulatedServer server =
      new SimulatedServer(
          new ServerModel(
              8, OptionalInt.empty(), Duration.ofMillis(5), 1e6, Duration.ofMillis(1), 1));

  @BeforeEach
  void start() throws IOException {
    server.start(0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private WorkloadSource workload(long... arrivalsMillis) throws IOException {
    Path file = folder.resolve("w.jsonl");
    WorkloadHeader header = Headers.synthetic(7, 0, Optional.empty());
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (int i = 0; i < arrivalsMillis.length; i++) {
        Request request = Request.of("r" + i, arrivalsMillis[i] * MILLI, 10 + i, 3);
        writer.write(new WorkloadRow(request, Intent.PLAIN));
      }
      writer.finish();
    }
    return WorkloadSource.open(file);
  }

  private ReplayOptions options(Load load, OptionalLong requests, Optional<Duration> until) {
    return ReplayOptions.plain(
            ReplayOptions.Wire.plain(server.url(), "m", Optional.of("not-for-files")), load)
        .with(new ReplayOptions.Cut(requests, until, Optional.empty()))
        .cold();
  }

  private ReplayOptions options(Load load) {
    return options(load, OptionalLong.empty(), Optional.empty());
  }

  private static List<Outcome> outcomes(RunFolder run) throws IOException {
    List<Outcome> all = new ArrayList<>();
    try (Rows<Outcome> rows = run.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        all.add(row.get());
      }
    }
    return all;
  }

  @Test
  void anOpenLoopsRunFolderHoldsEveryRequestAtItsTime() throws IOException {
    WorkloadSource source = workload(IntStream.range(0, 30).mapToLong(i -> 10L * i).toArray());
    Path to = folder.resolve("run");
    new ReplayRun(source, options(new Load.Open(1)), Admission.CARRIED, NOON)
        .run(to, false, live -> {});

    RunFolder run = RunFolder.open(to);
    RunManifest manifest = run.manifest();
    assertEquals(RunManifest.State.COMPLETE, manifest.state());
    assertEquals("2026-01-01T12:00:00Z", manifest.startedAt());
    assertEquals(source.digest(), manifest.workload().digest());
    assertEquals(30, manifest.counts().completed());
    assertEquals(30, manifest.counts().accepted());
    assertEquals("open", manifest.load().mode());
    assertTrue(manifest.target().server().orElseThrow().startsWith("facsimile-simulator/"));
    assertEquals("none", manifest.options().get("warm_up"));
    assertEquals("replay run", manifest.provenance().steps().get(0).stage());
    assertFalse(Files.readString(to.resolve("run.json")).contains("not-for-files"));

    List<Outcome> outcomes = outcomes(run);
    for (int i = 0; i < 30; i++) {
      String id = "r" + i;
      List<Outcome> own =
          outcomes.stream().filter(o -> o.planned().request().id().equals(id)).toList();
      assertEquals(1, own.size(), id);
      Outcome.Completed sent = (Outcome.Completed) own.get(0);
      assertEquals(10L * i * MILLI, sent.planned().scheduledNanos());
      assertTrue(sent.sending().dispatchedNanos() >= sent.planned().scheduledNanos());
      assertEquals(OptionalInt.of(10 + i), sent.answer().usage().inputTokens());
      assertEquals(3, sent.answer().eventTokens());
      assertEquals(Optional.of("vllm"), sent.answer().serverTimes().source());
      assertTrue(sent.answer().serverTimes().queueNanos().isPresent());
    }
    int dispatched = 0;
    try (Rows<Second> series = run.series()) {
      for (Optional<Second> s = series.next(); s.isPresent(); s = series.next()) {
        dispatched += s.get().dispatched();
      }
    }
    assertEquals(30, dispatched);
  }

  @Test
  void aClosedLoopSendsEveryRow() throws IOException {
    WorkloadSource source = workload(new long[25]);
    Path to = folder.resolve("run");
    RunReport report =
        new ReplayRun(source, options(new Load.Closed(4)), Admission.UNAPPROVED, NOON)
            .run(to, false, live -> {});
    assertEquals(25, report.manifest().counts().completed());
    assertEquals(OptionalInt.of(4), report.manifest().load().clients());
    assertEquals(25, report.ttftFromDispatch().count());
    assertTrue(report.manifest().provenance().tainted(), "an unapproved input marks the run");
  }

  @Test
  void theManifestTellsWhichHttpWasSpokenAndARepetitionSpeaksItAgain() throws IOException {
    ReplayOptions.Wire plain = ReplayOptions.Wire.plain(server.url(), "m", Optional.empty());
    ReplayOptions.Wire wire =
        new ReplayOptions.Wire(
            plain.urls(),
            plain.sticky(),
            plain.endpoint(),
            plain.template(),
            plain.model(),
            plain.apiKey(),
            plain.headers(),
            plain.authorities(),
            plain.insecure(),
            plain.clientKey(),
            plain.proxy(),
            plain.freshConnections(),
            HttpVersion.HTTP_2,
            7,
            2);
    Path to = folder.resolve("run");
    RunManifest manifest =
        new ReplayRun(
                workload(new long[20]),
                ReplayOptions.plain(wire, new Load.Closed(10)).cold(),
                Admission.CARRIED,
                NOON)
            .run(to, false, live -> {})
            .manifest();
    assertEquals(20, manifest.counts().completed());
    assertTrue(Long.parseLong(manifest.options().get(ReplayRun.COMPILED)) >= 0);
    assertEquals("2", manifest.options().get("http"));
    assertEquals("2", manifest.options().get("http_spoken"));
    assertEquals("7", manifest.options().get("streams"));
    assertEquals("2", manifest.options().get("loops"));
    ReplayOptions.Wire again = NormalOptions.of(manifest, plain).wire();
    assertEquals(HttpVersion.HTTP_2, again.http());
    assertEquals(7, again.mostStreams());
    assertEquals(2, again.loops());
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void theWarmUpGoesNowhereNearTheServerUnderTest(HttpVersion http) throws IOException {
    WarmUp.Done done = WarmUp.run(http, false, 1, Duration.ofMillis(1));
    assertTrue(
        done.said()
            .matches("[1-9]\\d* requests of 20 tokens to a server of its own .* 1 round; .*"),
        done.said());
    assertTrue(done.ttftNanos().orElseThrow() >= MILLI, "its server takes a millisecond");
  }

  @Test
  void aReplayMayBeCutByCountAndByTime() throws IOException {
    WorkloadSource source = workload(0, 100, 200, 300, 1200, 1300);
    Load open = new Load.Open(2);
    ReplayPlan all = ReplayPlan.of(source, options(open));
    assertEquals(6, all.requests());
    assertEquals(10 + 11 + 12 + 13 + 14 + 15, all.inputTokens());
    assertEquals(18, all.outputTokens());
    assertEquals(new ReplayPlan.Pace(650 * MILLI, 6), all.pace().orElseThrow());
    ReplayPlan first = ReplayPlan.of(source, options(open, OptionalLong.of(2), Optional.empty()));
    assertEquals(2, first.requests());
    ReplayPlan early =
        ReplayPlan.of(
            source, options(open, OptionalLong.empty(), Optional.of(Duration.ofMillis(150))));
    assertEquals(3, early.requests(), "due at 0, 50 and 100 ms; 150 ms is no longer before it");
  }

  @Test
  void thePeakIsTheFullestSecondOfTheRun() throws IOException {
    WorkloadSource source = workload(0, 100, 1000, 1100, 1200, 2500);
    assertEquals(
        new ReplayPlan.Pace(2500 * MILLI, 3),
        ReplayPlan.of(source, options(new Load.Open(1))).pace().orElseThrow());
    assertTrue(ReplayPlan.of(source, options(new Load.Closed(1))).pace().isEmpty());
  }

  @Test
  void anOpenLoopRefusesRowsOutOfOrder() throws IOException {
    WorkloadSource source = workload(0, 200, 100);
    InputException refused =
        assertThrows(InputException.class, () -> ReplayPlan.of(source, options(new Load.Open(1))));
    assertTrue(refused.getMessage().contains("r2 arrives before"), refused.getMessage());
  }

  @Test
  void aServerThatIsNotThereFailsBeforeTheRunAndLeavesNothing() throws IOException {
    WorkloadSource source = workload(0);
    ReplayRun run = new ReplayRun(source, options(new Load.Open(1)), Admission.CARRIED, NOON);
    server.close();
    Path to = folder.resolve("run");
    IOException failed = assertThrows(IOException.class, () -> run.run(to, false, live -> {}));
    assertTrue(failed.getMessage().contains("cannot connect"), failed.getMessage());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("w.jsonl")), left.toList());
    }
  }

  @Test
  void anInterruptedRunIsWrittenAsPartial() throws IOException {
    WorkloadSource source = workload(0, 10, 3_600_000);
    Path to = folder.resolve("run");
    ReplayRun run = new ReplayRun(source, options(new Load.Open(1)), Admission.CARRIED, NOON);
    RunReport report = run.run(to, false, live -> run.stop());
    assertEquals(RunManifest.State.PARTIAL, report.manifest().state());
    assertEquals(2, report.manifest().counts().offered());
    assertEquals(3, report.manifest().workload().requests());
    assertEquals(2, outcomes(RunFolder.open(to)).size());
  }

  @Test
  void anEarlierRunIsReplacedOnlyWhenAsked() throws IOException {
    WorkloadSource source = workload(0);
    Path to = folder.resolve("run");
    ReplayOptions options = options(new Load.Open(1));
    new ReplayRun(source, options, Admission.CARRIED, NOON).run(to, false, live -> {});
    assertThrows(
        InputException.class,
        () -> new ReplayRun(source, options, Admission.CARRIED, NOON).run(to, false, live -> {}));
    new ReplayRun(source, options, Admission.CARRIED, NOON).run(to, true, live -> {});
  }

  @Test
  void aUrlMayNameTheApiOrOnlyTheHost() {
    assertEquals("", target("http://127.0.0.1:8000").basePath());
    assertEquals("", target("http://127.0.0.1:8000/v1/").basePath());
    assertEquals("/api", target("http://127.0.0.1:8000/api").basePath());
    assertEquals("/api", target("http://127.0.0.1:8000/api/v1").basePath());
    assertEquals(80, target("http://127.0.0.1").port());
    assertEquals(443, target("https://127.0.0.1").port());
    assertThrows(InputException.class, () -> target("ftp://127.0.0.1"));
    assertThrows(InputException.class, () -> target("127.0.0.1:8000"));
    InputException refused =
        assertThrows(InputException.class, () -> target("http://me:secret@127.0.0.1"));
    assertFalse(refused.getMessage().contains("secret"));
  }

  private static Target target(String url) {
    return Target.of("--url", url);
  }

  private ReplayOptions sharded(Load load, int index, int count, Optional<Instant> startAt) {
    ReplayOptions plain = options(load);
    return new ReplayOptions(
        plain.wire(),
        plain.content(),
        load,
        OptionalInt.empty(),
        plain.limits(),
        Retries.NONE,
        new ReplayOptions.Cut(
            OptionalLong.empty(), Optional.empty(), Optional.of(new Shard(index, count))),
        List.of(new Window("early", 0, 100 * MILLI)),
        startAt,
        false,
        ReplayOptions.Watch.NONE);
  }

  @Test
  void theShardsOfARunAreTheRun() throws Exception {
    WorkloadSource source = workload(new long[60]);
    Load load =
        new Load.Rate(
            List.of(new Load.Stage(Optional.empty(), Duration.ofSeconds(9), 100, 100)),
            new ArrivalProcess.Poisson(),
            5);
    Path whole = folder.resolve("whole");
    new ReplayRun(source, options(load), Admission.CARRIED, NOON).run(whole, false, live -> {});
    // A time to come by the fixed clock, so that both shards have the same zero.
    Optional<Instant> start = Optional.of(NOON.instant().plusMillis(50));
    List<Path> shards = new ArrayList<>();
    for (int i = 1; i <= 2; i++) {
      Path to = folder.resolve("shard-" + i);
      new ReplayRun(source, sharded(load, i, 2, start), Admission.CARRIED, NOON)
          .run(to, false, live -> {});
      shards.add(to);
    }
    InputException half =
        assertThrows(
            InputException.class,
            () ->
                MergedRun.merge(
                    shards.subList(0, 1), Optional.empty(), folder.resolve("half"), false));
    assertTrue(half.getMessage().contains("one of 2 shards"), half.getMessage());
    RunManifest merged = MergedRun.merge(shards, Optional.empty(), folder.resolve("merged"), false);
    assertEquals(60, merged.counts().completed());
    assertEquals(60, merged.workload().requests());
    assertEquals(start.get().toString(), merged.startedAt());
    assertEquals(schedule(whole), schedule(folder.resolve("merged")), "exactly the same load");
    List<Outcome> outcomes = outcomes(RunFolder.open(folder.resolve("merged")));
    for (int i = 1; i < outcomes.size(); i++) {
      assertTrue(outcomes.get(i - 1).endNanos() <= outcomes.get(i).endNanos());
    }
    Outcome first =
        outcomes.stream().filter(o -> o.planned().scheduledNanos() < 100 * MILLI).findAny().get();
    assertEquals(Optional.of("early"), first.planned().phase());
  }

  @Test
  void aGeneratorThatDiesShowsAsNeverSentAndNotAsSilence() throws Exception {
    WorkloadSource source = workload(LongStream.range(0, 60).map(i -> 5 * i).toArray());
    Path whole = folder.resolve("whole");
    new ReplayRun(source, options(new Load.Open(1)), Admission.CARRIED, NOON)
        .run(whole, false, live -> {});
    Optional<Instant> start = Optional.of(NOON.instant().plusMillis(50));
    List<Path> shards = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      shards.add(folder.resolve("shard-" + i));
      new ReplayRun(source, sharded(new Load.Open(1), i, 3, start), Admission.CARRIED, NOON)
          .run(shards.get(i - 1), false, live -> {});
    }
    // The second one was killed after four outcomes had been saved; the third one left nothing.
    List<Outcome> seconds = outcomes(RunFolder.open(shards.get(1)));
    Path second = folder.resolve("recovered");
    Path journal;
    try (RunWriter writer = RunWriter.create(second, false)) {
      writer.begin(RunFolder.open(shards.get(1)).manifest());
      for (Outcome outcome : seconds.subList(0, 4)) {
        writer.write(outcome);
      }
      journal = writer.keepJournal();
    }
    Files.move(journal, folder.resolve(".recovered.999999999.tmp"));
    RecoveredRun.recover(second);
    Path to = folder.resolve("merged");
    RunManifest merged =
        MergedRun.merge(List.of(shards.get(0), second), Optional.of(source), to, false);
    assertEquals(schedule(whole), schedule(to), "the union is the whole");
    assertEquals(60, merged.counts().offered());
    int first = outcomes(RunFolder.open(shards.get(0))).size();
    assertEquals(first + 4, merged.counts().completed());
    assertEquals(60 - first - 4, merged.counts().neverSent());
    assertEquals(RunManifest.State.PARTIAL, merged.state());
    assertTrue(
        merged
            .details()
            .orElseThrow()
            .endedBecause()
            .orElseThrow()
            .startsWith("2 of 3 generators ended early: " + (56 - first) + " requests"),
        merged.toString());
    int offered = 0;
    try (Rows<Second> series = RunFolder.open(to).series()) {
      for (Optional<Second> s = series.next(); s.isPresent(); s = series.next()) {
        offered += s.get().offered();
      }
    }
    assertEquals(60, offered);
    Outcome lost =
        outcomes(RunFolder.open(to)).stream()
            .filter(o -> o.status() == RequestStatus.NEVER_SENT)
            .filter(o -> o.planned().scheduledNanos() < 100 * MILLI)
            .findAny()
            .orElseThrow();
    assertEquals(Optional.of("early"), lost.planned().phase());
  }

  private static Map<String, Long> schedule(Path run) throws IOException {
    Map<String, Long> schedule = new TreeMap<>();
    for (Outcome outcome : outcomes(RunFolder.open(run))) {
      schedule.put(outcome.planned().request().id(), outcome.planned().scheduledNanos());
    }
    return schedule;
  }

  @Test
  void aRunIsRepeatedFromItsManifestWithTheSameSchedule() throws IOException {
    WorkloadSource source = workload(new long[20]);
    Load load =
        new Load.Rate(
            List.of(
                new Load.Stage(Optional.of("low"), Duration.ofMillis(100), 50, 100),
                new Load.Stage(Optional.of("high"), Duration.ofSeconds(5), 100, 100)),
            new ArrivalProcess.Gamma(2.5),
            9);
    Path run = folder.resolve("run");
    new ReplayRun(source, options(load), Admission.CARRIED, NOON).run(run, false, live -> {});
    ReplayOptions again =
        RepeatedRun.options(
            RunFolder.open(run),
            source,
            ReplayOptions.Wire.plain("http://unused", "unused", Optional.empty()));
    assertEquals(load, again.load());
    assertEquals(List.of(server.url()), again.wire().urls());
    assertEquals("m", again.wire().model());
    Path repeat = folder.resolve("repeat");
    new ReplayRun(source, again, Admission.CARRIED, NOON).run(repeat, false, live -> {});
    assertEquals(schedule(run), schedule(repeat));
    Path other = folder.resolve("other.jsonl");
    Files.writeString(other, Files.readString(source.path()).replace("\"seed\":7", "\"seed\":8"));
    assertThrows(
        InputException.class,
        () -> RepeatedRun.options(RunFolder.open(run), WorkloadSource.open(other), again.wire()));
  }

  private ReplayOptions watched(ReplayOptions plain, ReplayOptions.Watch watch, boolean keepTexts) {
    ReplayOptions.Content content =
        new ReplayOptions.Content(
            true,
            false,
            false,
            plain.content().reasoning(),
            plain.content().extraBody(),
            CacheSalts.NONE,
            keepTexts);
    return new ReplayOptions(
        plain.wire(),
        content,
        plain.load(),
        plain.maxConcurrency(),
        plain.limits(),
        plain.retries(),
        plain.cut(),
        plain.windows(),
        plain.startAt(),
        false,
        watch);
  }

  @Test
  void answersAreKeptWhenAsked() throws IOException {
    WorkloadSource source = workload(0, 1);
    Path to = folder.resolve("run");
    new ReplayRun(
            source,
            watched(options(new Load.Open(1)), ReplayOptions.Watch.NONE, true),
            Admission.CARRIED,
            NOON)
        .run(to, false, live -> {});
    List<String> lines = Files.readAllLines(RunFolder.open(to).responses().orElseThrow());
    assertEquals(2, lines.size());
    assertTrue(
        lines.get(0).matches("\\{\"request_id\":\"r\\d\",\"content\":\".+\"}"), lines.get(0));
  }

  @Test
  void aRunThatSpendsTooMuchIsGivenUpAndSaysWhy() throws IOException {
    WorkloadSource source = workload(IntStream.range(0, 500).mapToLong(i -> 10L * i).toArray());
    AbortOn abort =
        new AbortOn(
            OptionalDouble.empty(),
            OptionalLong.of(100),
            OptionalDouble.empty(),
            AbortOn.Prices.NONE);
    Path to = folder.resolve("run");
    RunReport report =
        new ReplayRun(
                source,
                watched(
                    options(new Load.Open(1)),
                    new ReplayOptions.Watch(
                        true, abort, List.of(), new TreeMap<>(Map.of("gpu", "none"))),
                    false),
                Admission.CARRIED,
                NOON)
            .run(to, false, live -> {});
    RunManifest.Details details = report.manifest().details().orElseThrow();
    assertEquals(RunManifest.State.PARTIAL, report.manifest().state());
    assertTrue(
        details.endedBecause().orElseThrow().matches("\\d+ tokens were spent, over 100"),
        details.toString());
    assertTrue(report.manifest().counts().offered() < 500);
    assertEquals("none", details.context().get("gpu"));
    assertTrue(
        details.probe().stream().anyMatch(s -> s.startsWith("streaming: ")),
        details.probe().toString());
    assertTrue(
        details.probe().stream().anyMatch(s -> s.startsWith("length: the 32 planned")),
        details.probe().toString());
  }

  @Test
  void aServerThatRefusesTheProbeIsNotLoaded() throws IOException {
    WorkloadSource source = workload(0);
    ReplayOptions plain = options(new Load.Open(1));
    ReplayOptions.Wire nowhere =
        ReplayOptions.Wire.plain(server.url() + "/nowhere", "m", Optional.empty());
    ReplayOptions options =
        watched(
            new ReplayOptions(
                nowhere,
                plain.content(),
                plain.load(),
                plain.maxConcurrency(),
                plain.limits(),
                plain.retries(),
                plain.cut(),
                plain.windows(),
                plain.startAt(),
                false,
                ReplayOptions.Watch.NONE),
            new ReplayOptions.Watch(true, AbortOn.NEVER, List.of(), new TreeMap<>()),
            false);
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                new ReplayRun(source, options, Admission.CARRIED, NOON)
                    .run(folder.resolve("run"), false, live -> {}));
    assertTrue(refused.getMessage().contains("--no-probe"), refused.getMessage());
    assertFalse(Files.exists(folder.resolve("run")));
  }

  @Test
  void aCrashedRunIsRecoveredAndMarked() throws IOException {
    WorkloadSource source = workload(0, 1, 2);
    Path run = folder.resolve("run");
    new ReplayRun(source, options(new Load.Open(1)), Admission.CARRIED, NOON)
        .run(run, false, live -> {});
    // What a process that was killed leaves: its journal, under a name with its number.
    Path lost = folder.resolve("lost");
    Path journal;
    try (RunWriter writer = RunWriter.create(lost, false)) {
      writer.begin(RunFolder.open(run).manifest());
      for (Outcome outcome : outcomes(RunFolder.open(run)).subList(0, 2)) {
        writer.count(writer.write(outcome), 17);
      }
      journal = writer.keepJournal();
    }
    Files.move(journal, folder.resolve(".lost.999999999.tmp"));
    RunManifest recovered = RecoveredRun.recover(lost);
    assertEquals(RunManifest.State.PARTIAL, recovered.state());
    assertEquals(2, recovered.counts().completed());
    List<Outcome> kept = outcomes(RunFolder.open(lost));
    assertEquals(2, kept.size());
    Outcome.Completed first = (Outcome.Completed) kept.get(0);
    assertEquals(OptionalInt.of(17), first.answer().tokenizerTokens());
    assertTrue(recovered.details().orElseThrow().endedBecause().orElseThrow().contains("journal"));
  }

  @Test
  void saltsKeepApartWhatMayNotShareACache() {
    Request plain = Request.of("r1", 0, 1, 1);
    Request other =
        new Request(
            "r2",
            0,
            Optional.empty(),
            plain.origin(),
            plain.conversation(),
            plain.tokens(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(false));
    assertEquals(Optional.empty(), CacheSalts.NONE.of(other));
    CacheSalts tenant = new CacheSalts(true, Optional.empty());
    assertEquals(Optional.of("tenant-none"), tenant.of(plain));
    assertEquals(Optional.of("request-r2"), tenant.of(other));
    CacheSalts cold = new CacheSalts(false, Optional.of("x"));
    assertEquals(Optional.of("x-all"), cold.of(plain));
    assertEquals(Optional.of("x-request-r2"), cold.of(other));
  }
}
