package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.LiveFigures;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.shape.LoadCheck;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is made of several runs, and of one that was made for it. */
@Timeout(60)
class SweepTest {
  private static final ReplayRun.Listener DEAF = SweepTest::ignore;

  @TempDir private Path folder;

  private final SimulatedServer server =
      new SimulatedServer(
          new ServerModel(
              16, OptionalInt.empty(), Duration.ofMillis(2), 1e6, Duration.ofMillis(1), 1));

  private static void ignore(LiveFigures figures) {}

  @BeforeEach
  void start() throws IOException {
    server.start(0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private WorkloadSource workload(int requests, long everyNanos) throws IOException {
    Path file = folder.resolve("w.jsonl");
    WorkloadHeader header = Headers.synthetic(7, 0, Optional.empty());
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (int i = 0; i < requests; i++) {
        writer.write(new WorkloadRow(Request.of("r" + i, i * everyNanos, 10, 3), Intent.PLAIN));
      }
      writer.finish();
    }
    return WorkloadSource.open(file);
  }

  private ReplayOptions options(Load load) {
    return ReplayOptions.plain(ReplayOptions.Wire.plain(server.url(), "m", Optional.empty()), load)
        .cold();
  }

  private RunSeries series(WorkloadSource source) {
    return new RunSeries(
        source,
        options(new Load.Closed(1)),
        Admission.CARRIED,
        Clock.systemUTC(),
        Optional.empty());
  }

  private static Load rate(double perSecond, Duration length, long seed) {
    return new Load.Rate(
        List.of(new Load.Stage(Optional.empty(), length, perSecond, perSecond)),
        new ArrivalProcess.Poisson(),
        seed);
  }

  @Test
  void aSweepRunsEachPointSeveralTimesWithSeedsOfTheirOwn() throws IOException {
    List<String> heard = new ArrayList<>();
    Sweep sweep = new Sweep(series(workload(20, 0)));
    Path to = folder.resolve("sweep");
    Sweep.Document document =
        sweep.run(
            "rate",
            List.of(
                new Sweep.Point(100, n -> rate(100, Duration.ofSeconds(5), 4 + n)),
                new Sweep.Point(200, n -> rate(200, Duration.ofSeconds(5), 4 + n))),
            2,
            to,
            new Sweep.Runs() {
              @Override
              public ReplayRun.Listener begins(String name, ReplayRun run) {
                heard.add(name);
                return DEAF;
              }

              @Override
              public void ended(Sweep.Line line) {
                heard.add(line.run() + " " + line.counts().completed());
              }
            });
    assertEquals(4, document.runs().size());
    assertEquals(
        List.of(OptionalLong.of(4), OptionalLong.of(5), OptionalLong.of(4), OptionalLong.of(5)),
        document.runs().stream().map(Sweep.Line::seed).toList());
    assertEquals("rate-100-1", heard.get(0));
    assertEquals("rate-100-1 20", heard.get(1));
    for (Sweep.Line line : document.runs()) {
      assertTrue(RunFolder.isRun(to.resolve(line.run())), line.run());
    }
    assertTrue(
        Files.readString(to.resolve("sweep.json")).contains("\"format\" : \"facsimile-sweep\""));
    assertThrows(
        InputException.class, () -> sweep.run("rate", List.of(), 1, to, silent()), "a new folder");
  }

  private static Sweep.Runs silent() {
    return new Sweep.Runs() {
      @Override
      public ReplayRun.Listener begins(String name, ReplayRun run) {
        return DEAF;
      }

      @Override
      public void ended(Sweep.Line line) {
        // Nobody listens.
      }
    };
  }

  @Test
  void aCapacitySearchRunsRatesAndKeepsThem() throws IOException {
    Slo slo =
        new Slo(
            OptionalLong.of(Duration.ofSeconds(30).toNanos()),
            OptionalLong.empty(),
            OptionalLong.empty(),
            0.5);
    Path to = folder.resolve("capacity");
    CapacityRun run = new CapacityRun(series(workload(400, 0)), slo, 1, Duration.ofMillis(500));
    CapacitySearch.Found found;
    try {
      found = run.search(new CapacitySearch(slo, 0.9, 2, 0.5), 40, 80, to, (name, each) -> DEAF);
    } catch (InputException e) {
      // A busy machine may make the client slow; then the search must say so and end.
      assertTrue(e.getMessage().contains("CLIENT-BOUND"), e.getMessage());
      return;
    }
    // Every answer within half a minute: each rate passes, up to the highest one allowed.
    assertEquals(80, found.largest().getAsDouble());
    assertTrue(found.smallestFailing().isEmpty());
    assertTrue(RunFolder.isRun(to.resolve("rate-40.00-1")));
    assertTrue(Files.exists(to.resolve("capacity.json")));
  }

  @Test
  void theLoadOfARunAtARateIsVerifiedFromItsOutcomes() throws IOException {
    Path run = folder.resolve("run");
    new ReplayRun(
            workload(300, 0),
            options(rate(300, Duration.ofSeconds(30), 3)),
            Admission.CARRIED,
            Clock.systemUTC())
        .run(run, false, DEAF);
    List<LoadCheck.Finding> findings = LoadVerification.ofRun(run, Optional.empty());
    // How well the machine kept the times is not this test's matter; what was asked for is.
    List<LoadCheck.Finding> process =
        findings.stream()
            .filter(f -> f.what().contains("Poisson") || f.what().contains("stream"))
            .toList();
    assertEquals(3, process.size(), findings.toString());
    process.forEach(f -> assertTrue(f.sound(), f.toString()));
    assertTrue(
        findings.stream().anyMatch(f -> f.what().equals("requests never sent") && f.sound()));
  }

  @Test
  void aCanaryIsAHundredRequestsOfMixedLengthsTheSameForASeed() throws IOException {
    Path one = folder.resolve("one.jsonl");
    Path two = folder.resolve("two.jsonl");
    Path other = folder.resolve("other.jsonl");
    Canary.write(one, 1);
    Canary.write(two, 1);
    Canary.write(other, 2);
    assertEquals(Files.readString(one), Files.readString(two));
    assertFalse(Files.readString(one).equals(Files.readString(other)));
    TreeSet<Integer> lengths = new TreeSet<>();
    int rows = 0;
    try (Rows<WorkloadRow> all = WorkloadSource.open(one).rows()) {
      for (Optional<WorkloadRow> row = all.next(); row.isPresent(); row = all.next()) {
        lengths.add(row.get().inputTokens());
        rows++;
      }
    }
    assertEquals(Canary.REQUESTS, rows);
    assertTrue(lengths.first() <= 90 && lengths.last() >= 3000, lengths.toString());
  }

  @Test
  void thePeakConcurrencyIsTheMostThatOverlap() throws IOException {
    // One every second, each taking 1 s + 2 × 1 s: three at a time.
    PeakConcurrency peak =
        PeakConcurrency.of(
            workload(20, 1_000_000_000L), Duration.ofSeconds(1), Duration.ofSeconds(1));
    assertEquals(3, peak.requests());
    assertEquals(20, peak.assumed());
  }
}
