package dev.facsimile.replay.simulator.virtual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.StepCost;
import dev.facsimile.replay.simulator.fleet.FaultText;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.replay.simulator.fleet.RoutingPolicy;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay in virtual time, seen from its run folder. */
class VirtualRunTest {
  private static final long MILLI = 1_000_000L;

  /** 10 ms a step and 10 µs a prompt token, decided one at a time. */
  private static final Profile PLAIN =
      new Profile(
          "test",
          "",
          EngineLimits.DEFAULT.withAsyncScheduling(false),
          new StepCost(10e6, 0, 10_000, 0, 0, 0),
          0,
          0,
          1);

  @TempDir private Path folder;

  private WorkloadSource workload(int requests, long gapMillis, int input, int output)
      throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      Request request = Request.of("r" + i, i * gapMillis * MILLI, input, output);
      rows.add(new WorkloadRow(request, Intent.PLAIN));
    }
    return workload(rows);
  }

  private WorkloadSource workload(List<WorkloadRow> rows) throws IOException {
    Path file = folder.resolve("w.jsonl");
    WorkloadHeader header =
        Headers.synthetic(7, 0, Optional.of(new BlockScheme(64, BlockScheme.Scope.GLOBAL, false)));
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (WorkloadRow row : rows) {
        writer.write(row);
      }
      writer.finish();
    }
    return WorkloadSource.open(file);
  }

  private static VirtualOptions options(
      Profile profile, int replicas, Load load, String... faults) {
    return new VirtualOptions(
        profile,
        replicas,
        RoutingPolicy.ROUND_ROBIN,
        new Faults(List.of(faults).stream().map(FaultText::read).toList(), new SeededStreams(1)),
        String.join("; ", faults),
        load,
        OptionalInt.empty(),
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        OptionalLong.empty(),
        Optional.empty(),
        1);
  }

  private RunFolder run(String name, WorkloadSource source, VirtualOptions options)
      throws IOException {
    Path to = folder.resolve(name);
    new VirtualRun(source, options, Admission.CARRIED).run(to, false);
    return RunFolder.open(to);
  }

  private static <T> List<T> all(Rows<T> open) throws IOException {
    List<T> all = new ArrayList<>();
    try (Rows<T> rows = open) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        all.add(row.get());
      }
    }
    return all;
  }

  @Test
  void tokensComeWhenTheEngineModelSaysSo() throws IOException {
    RunFolder run = run("run", workload(1, 0, 1000, 3), options(PLAIN, 1, new Load.Open(1)));
    Outcome.Completed done = (Outcome.Completed) all(run.outcomes()).get(0);
    assertEquals(20 * MILLI, done.ttftFromDispatchNanos().getAsLong());
    assertEquals(40 * MILLI, done.e2eFromDispatchNanos().getAsLong());
    assertArrayEquals(new long[] {10 * MILLI, 10 * MILLI}, done.answer().gaps().toArray());
    assertEquals(3, done.answer().usage().outputTokens().getAsInt());
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    WorkloadSource source = workload(200, 7, 300, 20);
    Profile jittery = new Profile("test", "", PLAIN.limits(), PLAIN.cost(), 0.2, MILLI, 4);
    VirtualOptions options =
        options(jittery, 3, new Load.Open(1), "network:delay=5ms,jitter=5ms", "reset:share=0.1");
    Path one = run("one", source, options).path();
    Path two = run("two", source, options).path();
    try (var files = Files.list(one)) {
      for (Path file : files.toList()) {
        assertArrayEquals(
            Files.readAllBytes(file),
            Files.readAllBytes(two.resolve(file.getFileName())),
            file.toString());
      }
    }
  }

  @Test
  void everyWayToEndAddsUpAndTheRunSaysThatItIsSimulated() throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      OptionalLong cut = i % 10 == 3 ? OptionalLong.of(30 * MILLI) : OptionalLong.empty();
      Intent intent = new Intent(OptionalLong.empty(), OptionalLong.empty(), cut, Optional.empty());
      rows.add(new WorkloadRow(Request.of("r" + i, i * 10 * MILLI, 200, 30), intent));
    }
    Profile full = PLAIN.with(PLAIN.limits().withMaxNumSeqs(4).withQueueLimit(OptionalInt.of(5)));
    RunFolder run =
        run(
            "run",
            workload(rows),
            options(
                full,
                2,
                new Load.Open(1),
                "down:replica=1,at=1s,for=1s,detect=100ms",
                "error:share=0.05"));
    RunManifest.Counts counts = run.manifest().counts();
    assertEquals(400, counts.offered());
    assertTrue(counts.completed() > 0 && counts.rejected() > 0, counts.toString());
    assertTrue(counts.cancelled() > 0 && counts.failed() > 0, counts.toString());
    assertEquals("true", run.manifest().options().get("simulated"));
    assertTrue(run.manifest().target().url().startsWith("simulated:"));
    long offered = all(run.series()).stream().mapToLong(Second::offered).sum();
    long completed = all(run.series()).stream().mapToLong(Second::completed).sum();
    assertEquals(400, offered);
    assertEquals(counts.completed(), completed);
    int inFlightAtEnd = all(run.series()).get(all(run.series()).size() - 1).inFlight();
    assertEquals(0, inFlightAtEnd);
  }

  @Test
  void aClosedLoopHasAsManyInFlightAsClients() throws IOException {
    RunFolder run = run("run", workload(100, 0, 100, 50), options(PLAIN, 1, new Load.Closed(7)));
    List<Second> series = all(run.series());
    assertTrue(series.size() > 3);
    for (Second second : series.subList(0, series.size() - 3)) {
      assertEquals(7, second.inFlight());
    }
    for (ServerSample sample : all(run.serverSamples())) {
      assertTrue(!sample.name().endsWith("running") || sample.value() <= 7);
    }
  }

  @Test
  void sharedBlocksAreCachedAndSaltedRowsAreNot() throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Request request =
          Request.of("r" + i, i * 1000 * MILLI, 256, 2)
              .withBlocks(Optional.of(BlockIds.of(1, 2, 3, 4)));
      if (i == 2) {
        request =
            new Request(
                request.id(),
                request.arrivalNanos(),
                request.requestClass(),
                request.origin(),
                request.conversation(),
                request.tokens(),
                request.prefixBlocks(),
                request.streaming(),
                Optional.of(false));
      }
      rows.add(new WorkloadRow(request, Intent.PLAIN));
    }
    RunFolder run = run("run", workload(rows), options(PLAIN, 1, new Load.Open(1)));
    List<Integer> cached =
        all(run.outcomes()).stream()
            .map(o -> ((Outcome.Completed) o).answer().usage().cachedTokens().getAsInt())
            .toList();
    assertEquals(List.of(0, 240, 0), cached);
  }

  private static WorkloadRow turn(
      String id, String session, int second, int input, int output, long... blocks) {
    Request request =
        Request.of(id, second * 1000 * MILLI, input, output)
            .withBlocks(Optional.of(BlockIds.of(blocks)))
            .within(Conversation.of(Optional.of(session)));
    return new WorkloadRow(request, Intent.PLAIN);
  }

  private List<Integer> cached(List<WorkloadRow> rows, int replicas) throws IOException {
    RunFolder run = run("run", workload(rows), options(PLAIN, replicas, new Load.Open(1)));
    return all(run.outcomes()).stream()
        .map(o -> ((Outcome.Completed) o).answer().usage().cachedTokens().getAsInt())
        .toList();
  }

  @Test
  void theNextTurnFindsTheAnswerOfTheTurnBeforeInTheCache() throws IOException {
    List<WorkloadRow> rows =
        List.of(
            turn("a", "s", 0, 130, 40, 1, 2),
            // 130 + 40 tokens are in it; of those 169 were computed: ten blocks of 16.
            turn("b", "s", 2, 256, 30, 1, 2, 3, 4),
            // 285 of these were: seventeen blocks, under the names that only this prompt has.
            turn("c", "s", 4, 400, 2, 1, 2, 3, 4, 5, 6),
            // Another session with the same content finds all that there is of it.
            turn("d", "other", 6, 330, 2, 1, 2, 3, 4, 5));
    assertEquals(List.of(0, 160, 272, 320), cached(rows, 1));
  }

  @Test
  void aTurnThatDoesNotGoOnFromTheOneBeforeFindsOnlyWhatIsEqual() throws IOException {
    List<WorkloadRow> rows =
        List.of(
            turn("a", "s", 0, 130, 40, 1, 2),
            turn("another start", "s", 2, 256, 2, 1, 9, 3, 4),
            turn("b", "t", 4, 130, 40, 1, 2),
            turn("too short for the answer", "t", 6, 169, 2, 1, 2));
    assertEquals(List.of(0, 64, 128, 128), cached(rows, 1));
  }

  @Test
  void anAnswerIsInTheCacheOfItsOwnReplicaOnly() throws IOException {
    List<WorkloadRow> rows =
        List.of(
            turn("a", "s", 0, 130, 40, 1, 2),
            turn("b on the other", "s", 2, 256, 30, 1, 2, 3, 4),
            turn("c on the first", "s", 4, 400, 2, 1, 2, 3, 4, 5, 6));
    // The first replica has the first answer still, and nothing of the second turn.
    assertEquals(List.of(0, 0, 160), cached(rows, 2));
  }

  @Test
  void aReplicaThatDiesTakesItsRequestsAlongAndComesBackEmpty() throws IOException {
    RunFolder run =
        run(
            "run",
            workload(300, 10, 100, 20),
            options(PLAIN, 2, new Load.Open(1), "down:replica=0,at=1s,for=1s"));
    List<Outcome> failed =
        all(run.outcomes()).stream().filter(o -> o.status() == RequestStatus.FAILED).toList();
    assertTrue(failed.size() >= 5 && failed.size() <= 15, "lost in flight: " + failed.size());
    for (Outcome outcome : failed) {
      assertEquals(1000 * MILLI, outcome.endNanos());
    }
    assertEquals(300 - failed.size(), run.manifest().counts().completed());
  }

  @Test
  void aThrottledMinuteAndASlowNetworkShowInTheLatencies() throws IOException {
    WorkloadSource source = workload(1, 0, 1000, 3);
    RunFolder throttled =
        run("t", source, options(PLAIN, 1, new Load.Open(1), "throttle:factor=3"));
    RunFolder slow = run("n", source, options(PLAIN, 1, new Load.Open(1), "network:delay=50ms"));
    Outcome.Completed hot = (Outcome.Completed) all(throttled.outcomes()).get(0);
    Outcome.Completed far = (Outcome.Completed) all(slow.outcomes()).get(0);
    assertEquals(60 * MILLI, hot.ttftFromDispatchNanos().getAsLong());
    assertEquals(120 * MILLI, far.ttftFromDispatchNanos().getAsLong());
    assertEquals(140 * MILLI, far.e2eFromDispatchNanos().getAsLong(), "one delay, not three");
  }

  @Test
  void severalTokensInAChunkAreOneEventEach() throws IOException {
    Profile chunks = PLAIN.withStreamInterval(Optional.of(4));
    RunFolder run = run("run", workload(1, 0, 100, 10), options(chunks, 1, new Load.Open(1)));
    Outcome.Completed done = (Outcome.Completed) all(run.outcomes()).get(0);
    assertEquals(3, done.answer().eventTokens(), "4 + 4 + 2 tokens");
    assertEquals(10, done.answer().outputTokens());
  }

  @Test
  void aSessionsTurnLeavesWhenTheTurnBeforeHasEndedAndItsThinkTimeIsOver() throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    for (int turn = 0; turn < 3; turn++) {
      Request request =
          Request.of("t" + turn, turn * 5 * MILLI, 1000, 3)
              .within(Conversation.of(Optional.of("s")));
      OptionalLong think = turn > 0 ? OptionalLong.of(7 * MILLI) : OptionalLong.empty();
      Intent intent =
          new Intent(think, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
      rows.add(new WorkloadRow(request, intent));
    }
    WorkloadSource source = workload(rows);
    RunFolder follow = run("f", source, options(PLAIN, 1, new Load.Open(1, Load.Turns.THINK)));
    assertEquals(
        List.of(0L, 47 * MILLI, 94 * MILLI),
        all(follow.outcomes()).stream().map(o -> o.planned().scheduledNanos()).toList());
    RunFolder clock = run("c", source, options(PLAIN, 1, new Load.Open(1)));
    assertEquals(
        List.of(0L, 5 * MILLI, 10 * MILLI),
        all(clock.outcomes()).stream().map(o -> o.planned().scheduledNanos()).sorted().toList());
  }

  @Test
  void moreReplicasShortenTheQueue() throws IOException {
    WorkloadSource source = workload(300, 20, 2000, 40);
    Profile narrow = PLAIN.with(PLAIN.limits().withMaxNumSeqs(8));
    long[] worst = new long[2];
    for (int i = 0; i < 2; i++) {
      RunFolder run = run("run" + i, source, options(narrow, 1 + 3 * i, new Load.Open(1)));
      worst[i] =
          all(run.outcomes()).stream()
              .mapToLong(o -> ((Outcome.Completed) o).ttftFromScheduleNanos().getAsLong())
              .max()
              .getAsLong();
    }
    assertTrue(worst[0] > 4 * worst[1], worst[0] + " and " + worst[1]);
  }
}
